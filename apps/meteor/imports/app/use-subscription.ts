import type { Meteor } from 'meteor/meteor';
import { useSubscribe } from 'meteor/react-meteor-data';
import { useEffect, useRef, useState } from 'react';
import { show } from './notices';
import { sentenceOf } from './refusal';

/** The delay before a rejected subscription is repeated. */
const pause_ms = 2000;

/**
 * Like useSubscribe. If the server rejects it, a notice shows the reason, and it is repeated after a delay.
 * @param name undefined: no subscription for now
 * @returns whether it is still loading
 */
export function useSubscription(name: string | undefined, ...params: object[]): () => boolean {
  const [, askAgain] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onStop = (error?: Meteor.Error) => {
    // Invalid parameters come from an invalid URL, and the page says so.
    if (!error || error.error === 'validation-error') return;
    show(sentenceOf(error));
    clearTimeout(timer.current);
    // useSubscribe subscribes again when its component renders.
    timer.current = setTimeout(() => askAgain((count) => count + 1), pause_ms);
  };
  return useSubscribe(name, ...params, { onStop });
}
