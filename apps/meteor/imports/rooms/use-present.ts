import type { Presence } from '@meteor-vs-mean/contract';
import { orders } from '@meteor-vs-mean/contract/orders';
import { presentIn } from '@meteor-vs-mean/contract/present';
import { Meteor } from 'meteor/meteor';
import { Random } from 'meteor/random';
import { useEffect, useState } from 'react';
import { Presences } from '/imports/rooms/collections';
import { useConnected } from '../app/connection';
import { show } from '../app/notices';
import { sentenceOf } from '../app/refusal';
import { usePublished } from '../app/use-published';

/**
 * Enters a room for as long as the page shows it, and lists the people in it.
 * @returns each person once, however many tabs they have
 */
export function usePresent(roomId: string, nickname: string): Presence[] {
  const { documents: presences, isLoading } = usePublished(
    {
      name: 'presence.byRoom',
      params: { roomId },
      collection: Presences,
      selector: { roomId },
      sort: orders.presence,
    },
    [roomId],
  );
  useEntered(roomId, nickname, !isLoading);
  return presentIn(presences);
}

/** Enters the room once for each connection, and again with each new nickname. */
function useEntered(roomId: string, nickname: string, isReady: boolean): void {
  const isConnected = useConnected();
  const [_id, setId] = useState(() => Random.id());

  useEffect(() => {
    if (!isConnected || !isReady) return;
    let isOver = false;
    // A session that has just ended also ends the account's name: its error is irrelevant.
    call('presence.enter', { _id, roomId, nickname }, () => !isOver).then((code) => {
      // The server hasn't noticed yet that the previous connection is gone.
      if (code === 'not-owner' && !isOver) setId(Random.id());
    });
    return () => {
      isOver = true;
    };
  }, [_id, roomId, nickname, isConnected, isReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page leaves one room before it enters the next
  useEffect(
    () => () => {
      if (Meteor.status().connected) call('presence.leave', { _id });
    },
    [_id, roomId],
  );
}

/** Why this page's user isn't shown in the room. */
let shown: string | undefined;

/**
 * Not sent again after a lost connection, with which the presence has ended.
 * @param isCurrent whether an error still concerns the page's user
 * @returns the code of the server's error
 */
async function call(
  name: 'presence.enter' | 'presence.leave',
  input: Record<string, string>,
  isCurrent = () => true,
): Promise<string | number | undefined> {
  try {
    await Meteor.applyAsync(name, [input], { noRetry: true, returnServerResultPromise: true });
    shown = undefined;
    return undefined;
  } catch (error) {
    // Show each error once.
    const { error: code } = error as Meteor.Error;
    const sentence = sentenceOf(error as Meteor.Error);
    if ((code === 'limit-reached' || code === 'name-taken') && sentence !== shown && isCurrent()) {
      shown = sentence;
      show(sentence);
    }
    return code;
  }
}
