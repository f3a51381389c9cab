import { Random } from 'meteor/random';
import { call } from './call';
import { TextForm } from './TextForm';

interface Props {
  title: string;
  method: 'lists.insert' | 'rooms.insert';
  items: { _id: string; name: string }[];
  chosen: string | undefined;
  choose(id: string): void;
}

/** The names of all lists or rooms, and a field for a new one. */
export function Chooser({ title, method, items, chosen, choose }: Props) {
  const add = (name: string) => {
    const _id = Random.id();
    choose(_id);
    call(method, { _id, name });
  };
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      {items.map(({ _id, name }) => (
        <button key={_id} type="button" aria-pressed={_id === chosen} onClick={() => choose(_id)}>
          {name}
        </button>
      ))}
      <TextForm label={`New in ${title.toLowerCase()}`} submit={add} />
    </nav>
  );
}
