import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useId, useRef } from 'react';

interface Props {
  what: 'list' | 'room';
  /** The name of the list or room. */
  name: string;
  remove(): void;
}

/** A button that removes a list or a room after a confirmation. */
export function Removal({ what, name, remove }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const confirm = () => {
    close();
    remove();
  };
  return (
    <>
      <button type="button" data-testid={testIds.remove} onClick={() => dialog.current?.showModal()}>
        Remove {what}
      </button>
      <dialog className="question" aria-labelledby={id} ref={dialog}>
        <p id={id}>
          Remove “<bdi>{name}</bdi>” and all its {what === 'list' ? 'todos' : 'messages'}, for everybody?
        </p>
        <button type="button" onClick={close}>
          Keep it
        </button>
        <button type="button" data-testid={testIds.confirmRemoval} onClick={confirm}>
          Remove
        </button>
      </dialog>
    </>
  );
}
