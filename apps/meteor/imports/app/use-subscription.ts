import type { Meteor } from 'meteor/meteor';
import { useSubscribe } from 'meteor/react-meteor-data';
import { useEffect, useRef, useState } from 'react';
import { show } from './notices';
import { sentenceOf } from './refusal';

/** How long to wait before a refused subscription is asked for again. */
const pause_ms = 2000;

/**
 * As useSubscribe. If the server refuses, a notice says why, and it is asked again a moment later.
 * @param name undefined: for now there is nothing to subscribe to
 * @returns whether it is still loading
 */
export function useSubscription(name: string | undefined, ...params: object[]): () => boolean {
  const [, askAgain] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onStop = (error?: Meteor.Error) => {
    // Parameters that aren't valid come from an address that names nothing: the page says that.
    if (!error || error.error === 'validation-error') return;
    show(sentenceOf(error));
    clearTimeout(timer.current);
    // useSubscribe subscribes to what isn't subscribed to whenever its component renders.
    timer.current = setTimeout(() => askAgain((count) => count + 1), pause_ms);
  };
  return useSubscribe(name, ...params, { onStop });
}
