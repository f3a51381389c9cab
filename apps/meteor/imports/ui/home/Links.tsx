import { limits } from '@meteor-vs-mean/contract/limits';
import { Random } from 'meteor/random';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { write } from '../call';
import { useDraft } from '../use-draft';
import { usePending } from '../use-pending';

interface Props {
  title: string;
  noun: 'list' | 'room';
  items: { _id: string; name: string }[];
  method: 'lists.insert' | 'rooms.insert';
  testId: string;
  newTestId: string;
}

/** Links to all lists or to all rooms, and a field for a new one. */
export function Links({ title, noun, items, method, testId, newTestId }: Props) {
  const pending = usePending();
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useDraft(`new ${noun}`, field, setName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    write(method, { _id: Random.id(), name: name.trim() });
    setName('');
  };
  return (
    <section aria-labelledby={`${noun}s-title`}>
      <h2 id={`${noun}s-title`}>{title}</h2>
      <ul className="links" data-testid={testId}>
        {items.map((item) => {
          const waits = pending.has(item._id);
          return (
            <li key={item._id} className={waits ? 'pending' : undefined} aria-busy={waits || undefined}>
              <Link href={`/${noun}s/${item._id}`}>{item.name}</Link>
            </li>
          );
        })}
      </ul>
      <form onSubmit={submit}>
        <input
          data-testid={newTestId}
          aria-label={`New ${noun}`}
          placeholder={`New ${noun}`}
          maxLength={limits.nameLength}
          autoComplete="off"
          ref={field}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit">Add</button>
      </form>
    </section>
  );
}
