import type { Message } from '@meteor-vs-mean/contract';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { memo } from 'react';
import { useHydrated } from '/imports/rendering/page';

const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const clock = new Intl.DateTimeFormat(undefined, hours);
/** The server knows no browser's time of day. */
const universalClock = new Intl.DateTimeFormat('en', { ...hours, timeZone: 'UTC' });

export const MessageRow = memo(function MessageRow({
  message,
  pending,
}: {
  message: Message;
  pending: boolean;
}) {
  const { nickname, text, createdAt, userId } = message;
  const { format } = useHydrated() ? clock : universalClock;
  return (
    <article
      className={pending ? 'message pending' : 'message'}
      data-testid={testIds.message}
      aria-busy={pending || undefined}
    >
      <b>
        {nickname}
        {userId && <AccountMark />}
      </b>{' '}
      <span className="text">{text}</span> <time dateTime={createdAt.toISOString()}>{format(createdAt)}</time>
    </article>
  );
});

/** Beside the name of somebody who was logged in: nobody else can have written under it. */
function AccountMark() {
  return <span className="mark" data-testid={testIds.accountMark} role="img" aria-label="Account" />;
}
