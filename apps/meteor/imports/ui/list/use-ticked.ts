import { useLayoutEffect, useState } from 'react';

/**
 * What a checkbox shows: what was clicked, from the click on, until the documents say the same. What the server
 * takes only later Meteor takes back meanwhile, and with it a clicked checkbox.
 * @param value what the documents say
 * @returns the value, and what a click does: it takes the new value, and the write of it
 */
export function useTicked(value: boolean): [boolean, (wanted: boolean, write: Promise<void>) => void] {
  const [clicked, setClicked] = useState<{ value: boolean }>();
  const hasCome = clicked?.value === value;
  useLayoutEffect(() => {
    // From now on the documents are followed again: others may write them, too.
    if (hasCome) setClicked(undefined);
  }, [hasCome]);
  const tick = (wanted: boolean, write: Promise<void>) => {
    const click = { value: wanted };
    setClicked(click);
    write.finally(() => setClicked((current) => (current === click ? undefined : current)));
  };
  return [clicked?.value ?? value, tick];
}
