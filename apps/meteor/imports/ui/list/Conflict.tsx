import { testIds } from '@meteor-vs-mean/contract/test-ids';

interface Props {
  /** What somebody else made of the todo. */
  theirs: string;
  keep(): void;
  take(): void;
}

/** Below the field of a todo that somebody else changed while it is edited: whose text it is to have. */
export function Conflict({ theirs, keep, take }: Props) {
  return (
    <div className="conflict" data-testid={testIds.conflict}>
      <p role="alert">Somebody changed it to “{theirs}”</p>
      <button type="button" onClick={keep}>
        Keep mine
      </button>
      <button type="button" onClick={take}>
        Take theirs
      </button>
    </div>
  );
}
