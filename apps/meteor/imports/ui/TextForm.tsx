import { type FormEvent, useState } from 'react';

/** One text field; Enter submits what isn't blank, and empties it. */
export function TextForm({ label, submit }: { label: string; submit(text: string): void }) {
  const [text, setText] = useState('');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    submit(text);
    setText('');
  };
  return (
    <form onSubmit={onSubmit}>
      <input
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
