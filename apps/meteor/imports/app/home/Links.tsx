import { limits } from '@meteor-vs-mean/contract/limits';
import { Random } from 'meteor/random';
import { type FormEvent, useRef } from 'react';
import { Link } from 'wouter';
import { write } from '../call';
import { scrollToOwn } from '../scroll-to-own';
import { OverLimit, textOf } from '../text';
import { useKeptText } from '../use-kept-text';
import { usePending } from '../use-pending';

interface Props {
  title: string;
  noun: 'list' | 'room';
  items: { _id: string; name: string }[];
  method: 'lists.insert' | 'rooms.insert';
  testId: string;
  newTestId: string;
}

/** Links to all lists or all rooms, and a field for a new one. */
export function Links({ title, noun, items, method, testId, newTestId }: Props) {
  const pending = usePending();
  // Uncontrolled, because the user may type before this page's scripts run.
  const field = useRef<HTMLInputElement>(null);
  useKeptText(`new ${noun}`, field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = textOf(field.current, limits.nameLength);
    if (!field.current || !name) return;
    write(method, { _id: Random.id(), name });
    field.current.value = '';
  };
  return (
    <section aria-labelledby={`${noun}s-title`}>
      <h2 id={`${noun}s-title`}>{title}</h2>
      <ul className="links" data-testid={testId}>
        {items.map((item) => {
          const waits = pending.has(item._id);
          return (
            <li
              key={item._id}
              className={waits ? 'pending' : undefined}
              aria-busy={waits || undefined}
              ref={scrollToOwn}
            >
              <Link href={`/${noun}s/${item._id}`} dir="auto">
                {item.name}
              </Link>
            </li>
          );
        })}
      </ul>
      <form method="dialog" onSubmit={submit}>
        <input
          data-testid={newTestId}
          aria-label={`New ${noun}`}
          placeholder={`New ${noun}`}
          dir="auto"
          autoComplete="off"
          ref={field}
        />
        <button type="submit">Add</button>
        <OverLimit field={field} most={limits.nameLength} />
      </form>
    </section>
  );
}
