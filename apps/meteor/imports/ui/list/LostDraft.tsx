import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useEffect, useId, useRef } from 'react';

interface Props {
  text: string;
  /** Absent: there is no list any more. */
  addAgain?: () => void;
  letGo(): void;
}

/** What was being typed when somebody removed its todo: to copy it, or to add it again. */
export function LostDraft({ text, addAgain, letGo }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The focus was in the row that is gone, and went to nothing else.
    if (!document.activeElement?.matches('body, #main')) return;
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <div className="lost" data-testid={testIds.lostDraft}>
      <p role="alert" id={id}>
        Somebody removed the todo that you were editing. What you typed is still here:
      </p>
      <input readOnly value={text} aria-labelledby={id} ref={field} />
      {addAgain && (
        <button type="button" onClick={addAgain}>
          Add it again
        </button>
      )}
      <button type="button" onClick={letGo}>
        Let it go
      </button>
    </div>
  );
}
