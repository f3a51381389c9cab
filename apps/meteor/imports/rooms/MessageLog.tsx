import type { Message } from '@meteor-vs-mean/contract';
import { isOfComposition } from '@meteor-vs-mean/contract/composing';
import { limits } from '@meteor-vs-mean/contract/limits';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { Random } from 'meteor/random';
import { Fragment, type KeyboardEvent, type SyntheticEvent, useCallback, useRef } from 'react';
import { useAccount } from '../accounts/use-account';
import { write } from '../app/call';
import { OverLimit, textOf } from '../app/text';
import { useKeptText } from '../app/use-kept-text';
import { useTitle } from '../app/use-title';
import { MessageRow } from './MessageRow';
import { useHistory } from './use-history';
import { useScroll } from './use-scroll';
import { useUnread } from './use-unread';

interface Props {
  roomId: string;
  roomName: string;
  nickname: string;
}

/** A room's messages, and the field for a new one. */
export function MessageLog({ roomId, roomName, nickname }: Props) {
  const { messages, window, isPending, isLoading, isLoadingOlder, loadOlder } = useHistory(roomId);
  const box = useRef<HTMLDivElement>(null);
  const { atBottom, toBottom } = useScroll(box, loadOlder);
  const sent = useRef(new Set<string>());
  const userId = useAccount()?.userId;
  const isOwn = useCallback(
    (message: Message) =>
      sent.current.has(message._id) || (userId !== undefined && message.userId === userId),
    [userId],
  );
  const unread = useUnread(window, isLoading, isOwn, atBottom);
  useTitle(roomName || 'Room', unread?.count);

  const send = (text: string) => {
    const _id = Random.id();
    sent.current.add(_id);
    write('messages.send', { _id, roomId, nickname, text });
    toBottom();
  };
  return (
    <>
      <div
        className="messages"
        data-testid={testIds.messages}
        role="log"
        aria-label="Messages"
        // Screen readers must not announce older messages as new.
        aria-live={isLoadingOlder ? 'off' : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling element
        tabIndex={0}
        ref={box}
      >
        {messages.map((message) => (
          <Fragment key={message._id}>
            {message._id === unread?.first && (
              <hr className="unread" data-testid={testIds.unread} aria-label="New messages" />
            )}
            <MessageRow message={message} pending={isPending(message)} />
          </Fragment>
        ))}
      </div>
      <Compose send={send} below={atBottom ? 0 : (unread?.count ?? 0)} toBottom={toBottom} />
    </>
  );
}

interface ComposeProps {
  send(text: string): void;
  /** The number of messages below the visible part. */
  below: number;
  toBottom(): void;
}

function Compose({ send, below, toBottom }: ComposeProps) {
  // Uncontrolled, because the user may type before this page's scripts run.
  const field = useRef<HTMLTextAreaElement>(null);
  useKeptText('new message', field);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const text = textOf(field.current, limits.messageTextLength);
    if (!field.current || !text) return;
    send(text);
    field.current.value = '';
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isOfComposition(event.nativeEvent)) return;
    submit(event);
  };
  const goBelow = () => {
    toBottom();
    // The button disappears when the newest message is visible.
    field.current?.focus();
  };
  return (
    <form className="compose" method="dialog" onSubmit={submit}>
      {below > 0 && (
        <button type="button" className="below" data-testid={testIds.newBelow} onClick={goBelow}>
          {`${below} new ${below === 1 ? 'message' : 'messages'} below`}
        </button>
      )}
      <textarea
        rows={1}
        data-testid={testIds.newMessage}
        aria-label="Message"
        placeholder="Message"
        dir="auto"
        autoComplete="off"
        ref={field}
        onKeyDown={onKeyDown}
      />
      <button type="submit">Send</button>
      <OverLimit field={field} most={limits.messageTextLength} />
    </form>
  );
}
