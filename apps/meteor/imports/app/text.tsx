import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { type RefObject, useEffect, useState } from 'react';

export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** @returns a field's text, trimmed; undefined if it is too long */
export function textOf(field: TextField | null, most: number): string | undefined {
  const text = field?.value.trim() ?? '';
  return text.length <= most ? text : undefined;
}

/** Below a field: by how much its text is too long. */
export function OverLimit({ field, most }: { field: RefObject<TextField | null>; most: number }) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const element = field.current;
    const count = () => setLength(element?.value.trim().length ?? 0);
    count();
    element?.addEventListener('input', count);
    return () => element?.removeEventListener('input', count);
  }, [field]);
  if (length <= most) return null;
  return (
    <p role="status" data-testid={testIds.overLimit}>
      {`${length.toLocaleString('en')} of ${most.toLocaleString('en')} characters`}
    </p>
  );
}
