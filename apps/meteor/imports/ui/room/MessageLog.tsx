import { limits } from '@meteor-vs-mean/contract/limits';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { Random } from 'meteor/random';
import { type FormEvent, Fragment, useCallback, useRef } from 'react';
import { write } from '../call';
import { useKeptDraft } from '../use-kept-draft';
import { useTitle } from '../use-title';
import { MessageRow } from './MessageRow';
import { useHistory } from './use-history';
import { useScroll } from './use-scroll';
import { useUnread } from './use-unread';

interface Props {
  roomId: string;
  roomName: string;
  nickname: string;
}

/** What was said in a room, and the field to say something. */
export function MessageLog({ roomId, roomName, nickname }: Props) {
  const { messages, window, isPending, isLoading, loadOlder } = useHistory(roomId);
  const box = useRef<HTMLDivElement>(null);
  const { atBottom, toBottom } = useScroll(box, loadOlder, isLoading);
  const sent = useRef(new Set<string>());
  const isOwn = useCallback((id: string) => sent.current.has(id), []);
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
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
  /** How many messages came below what is read. */
  below: number;
  toBottom(): void;
}

function Compose({ send, below, toBottom }: ComposeProps) {
  // The browser holds what is typed: it may be typed before this page's scripts are here.
  const field = useRef<HTMLInputElement>(null);
  useKeptDraft('new message', field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (!field.current || !text) return;
    send(text);
    field.current.value = '';
  };
  const goBelow = () => {
    toBottom();
    // The button goes when the newest message is in sight.
    field.current?.focus();
  };
  return (
    <form className="compose" onSubmit={submit}>
      {below > 0 && (
        <button type="button" className="below" data-testid={testIds.newBelow} onClick={goBelow}>
          {below} new {below === 1 ? 'message' : 'messages'} below
        </button>
      )}
      <input
        data-testid={testIds.newMessage}
        aria-label="Message"
        placeholder="Message"
        maxLength={limits.messageTextLength}
        autoComplete="off"
        ref={field}
      />
      <button type="submit">Send</button>
    </form>
  );
}
