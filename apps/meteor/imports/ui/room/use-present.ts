import type { Presence } from '@meteor-vs-mean/contract';
import { limits } from '@meteor-vs-mean/contract/limits';
import { orders } from '@meteor-vs-mean/contract/orders';
import { Meteor } from 'meteor/meteor';
import { Random } from 'meteor/random';
import { useEffect, useRef, useState } from 'react';
import { Presences } from '/imports/api/presence/collection';
import { useHydrated, usePage } from '/imports/rendering/page';
import { useConnected } from '../connection';
import { show } from '../notices';
import { sentenceOf } from '../refusal';
import { usePublished } from '../use-published';
import { clockOffset, presentAt } from './present';

const { beat_ms, expiry_ms } = limits.presence;

/** Says that this page is in a room while it is shown, and who else is. */
export function usePresent(roomId: string, nickname: string): Presence[] {
  const ownId = useBeats(roomId, nickname);
  const { documents: presences } = usePublished(
    {
      name: 'presence.byRoom',
      params: { roomId },
      collection: Presences,
      selector: { roomId },
      sort: orders.presence,
    },
    [roomId],
  );
  const offset_ms = useClockOffset(presences.find(({ _id }) => _id === ownId));
  const rendered = usePage();
  const now_ms = useHydrated() || !rendered ? Date.now() + offset_ms : rendered.at.getTime();
  const { present, next_ms } = presentAt(presences, now_ms);
  const [, renderAgain] = useState(0);
  useEffect(() => {
    if (!Number.isFinite(next_ms)) return;
    const timer = setTimeout(() => renderAgain((count) => count + 1), next_ms + 1);
    return () => clearTimeout(timer);
  });
  return present;
}

function useClockOffset(own: Presence | undefined): number {
  const [offset_ms, setOffset] = useState(0);
  const expiresAt = own?.expiresAt;
  // When the server dates our presence anew, not at each rendering.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the date alone says that it was
  useEffect(() => setOffset((offset) => clockOffset(own, expiry_ms, Date.now()) ?? offset), [expiresAt]);
  return offset_ms;
}

/**
 * @returns the id of this page's presence. The server ties it to a connection, so the next connection takes another id,
 * unless the server resumes the session that was lost: that still has the presence.
 */
function useBeats(roomId: string, nickname: string): string | undefined {
  const connected = useConnected();
  const [ownId, setOwnId] = useState<string>();
  const latest = useRef(nickname);
  /** What the connection that was lost had, and until when it had it, in ms since the epoch. */
  const lost = useRef({ _id: '', until: 0 });

  useEffect(() => {
    if (!connected) return;
    let isOver = false;
    // One whose time has passed isn't taken again: the lost connection's end would remove it later.
    let _id = Date.now() < lost.current.until ? lost.current._id : Random.id();
    let until = 0;
    setOwnId(_id);
    const beat = async () => {
      const sent = _id;
      const code = await call('presence.beat', { _id, roomId, nickname: latest.current });
      if (code === undefined) until = Date.now() + expiry_ms;
      if (code !== 'not-owner' || isOver || _id !== sent) return;
      _id = Random.id();
      setOwnId(_id);
      beat();
    };
    const onVisible = () => document.hidden || beat();
    beat();
    // Browsers slow the timers of a hidden page down: it is here again as soon as it is seen.
    const timer = setInterval(beat, beat_ms);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      if (Meteor.status().connected) call('presence.leave', { _id });
      lost.current = { _id, until: Meteor.status().connected ? 0 : until };
    };
  }, [roomId, connected]);

  useEffect(() => {
    if (latest.current === nickname) return;
    latest.current = nickname;
    if (ownId) call('presence.beat', { _id: ownId, roomId, nickname });
  }, [nickname, ownId, roomId]);

  return ownId;
}

/** Why nobody sees that this page is in the room. */
let said: string | undefined;

/**
 * Not sent again after a lost connection: that connection's presence has ended with it.
 * @returns the code of what the server refused it with
 */
async function call(
  name: 'presence.beat' | 'presence.leave',
  input: Record<string, string>,
): Promise<string | number | undefined> {
  try {
    await Meteor.applyAsync(name, [input], { noRetry: true, returnServerResultPromise: true });
    said = undefined;
    return undefined;
  } catch (error) {
    // A beat that is lost is followed by another; what the user has to know is said once.
    const { error: code } = error as Meteor.Error;
    const sentence = sentenceOf(error as Meteor.Error);
    if ((code === 'limit-reached' || code === 'name-taken') && sentence !== said) {
      said = sentence;
      show(sentence);
    }
    return code;
  }
}
