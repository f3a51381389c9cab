import { useState } from 'react';

/**
 * What a checkbox shows: what was clicked, from the click on, and what the documents say as soon as they are others.
 * Meteor's stubs run a moment after the call, and until then React would set a clicked checkbox back.
 * @param source the documents that the value comes from
 * @returns the value, and what a click does: it takes the new value, and the write of it
 */
export function useTicked(
  source: object,
  value: boolean,
): [boolean, (wanted: boolean, write: Promise<void>) => void] {
  const [clicked, setClicked] = useState<{ source: object; value: boolean }>();
  const tick = (wanted: boolean, write: Promise<void>) => {
    const click = { source, value: wanted };
    setClicked(click);
    write.finally(() => setClicked((current) => (current === click ? undefined : current)));
  };
  return [clicked?.source === source ? clicked.value : value, tick];
}
