import type { Message } from '@meteor-vs-mean/contract';
import { orders } from '@meteor-vs-mean/contract/orders';
import { Meteor } from 'meteor/meteor';
import { useRef, useState } from 'react';
import { Messages } from '/imports/rooms/collections';
import { show } from '../app/notices';
import { sentenceOf } from '../app/refusal';
import { usePending } from '../app/use-pending';
import { usePublished } from '../app/use-published';
import { emptyHistory, moved, oldestOf, withOlder } from './history';
import { liveMessages, liveCount as size } from './live-messages';

/** The longest time until a screen reader notices added messages. */
const settle_ms = 500;

interface RoomHistory {
  /** Oldest first, unconfirmed ones last. */
  messages: Message[];
  /** The live and confirmed ones. */
  window: readonly Message[];
  isPending(message: Message): boolean;
  isLoading: boolean;
  /** Whether older ones are loading, or have just been added. */
  isLoadingOlder: boolean;
  /** Loads a page of older ones, if there are any and none is loading. */
  loadOlder(): void;
}

export function useHistory(roomId: string): RoomHistory {
  const pending = usePending();
  const isPending = ({ _id }: Message) => pending.has(_id);
  const { documents, isLoading } = usePublished(
    {
      name: 'messages.byRoom',
      params: liveMessages(roomId),
      collection: Messages,
      selector: { roomId },
      sort: orders.messages,
    },
    [roomId],
  );
  const found = documents.toReversed();

  const [history, setHistory] = useState<ReturnType<typeof moved<Message>>>(emptyHistory);
  const next = moved(
    history,
    found.filter((message) => !isPending(message)),
    size,
  );
  // React's way to derive state from a value: it renders again before anything is shown.
  if (next !== history) setHistory(next);

  const fetching = useRef(false);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const [start, setStart] = useState<string>();
  const loadOlder = async () => {
    const oldest = oldestOf(next);
    const whole = next.window.length < size || oldest?._id === start;
    if (!oldest || whole || fetching.current || !Meteor.status().connected) return;
    fetching.current = true;
    setLoadingOlder(true);
    const { _id, createdAt } = oldest;
    try {
      const page = await Meteor.callAsync('messages.before', { roomId, createdAt, _id, limit: size });
      setHistory((current) => withOlder(current, _id, page));
      if (page.length < size) setStart(page.at(-1)?._id ?? _id);
    } catch (error) {
      show(sentenceOf(error as Meteor.Error));
    } finally {
      fetching.current = false;
      setTimeout(() => setLoadingOlder(fetching.current), settle_ms);
    }
  };

  return {
    messages: [...next.older, ...next.window, ...found.filter(isPending)],
    window: next.window,
    isPending,
    isLoading,
    isLoadingOlder,
    loadOlder,
  };
}
