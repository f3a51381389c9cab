import { isOfComposition } from '@meteor-vs-mean/contract/composing';
import { limits } from '@meteor-vs-mean/contract/limits';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { OverLimit, textOf } from '../app/text';

interface Props {
  name: string;
  rename(name: string): void;
  /** Removes the list, if there is one. */
  children?: React.ReactNode;
}

/** For users with access: renames and removes the list. */
export function Manage({ name, rename, children }: Props) {
  const [isRenaming, setRenaming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const begin = () => {
    flushSync(() => setRenaming(true));
    field.current?.select();
  };
  const end = () => {
    flushSync(() => setRenaming(false));
    button.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = textOf(field.current, limits.nameLength);
    if (!wanted) return field.current?.focus();
    if (wanted !== name) rename(wanted);
    end();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isOfComposition(event.nativeEvent)) end();
  };
  if (isRenaming) {
    return (
      <form className="manage" method="dialog" onSubmit={submit}>
        <label>
          Name of the list{' '}
          <input
            data-testid={testIds.listName}
            defaultValue={name}
            dir="auto"
            autoComplete="off"
            ref={field}
            onKeyDown={onKey}
          />
        </label>
        <OverLimit field={field} most={limits.nameLength} />
        <button type="submit">Save</button>
        <button type="button" onClick={end}>
          Cancel
        </button>
      </form>
    );
  }
  return (
    <div className="manage">
      <button type="button" data-testid={testIds.rename} onClick={begin} ref={button}>
        Rename list
      </button>
      {children}
    </div>
  );
}
