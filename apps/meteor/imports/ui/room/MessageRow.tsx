import type { Message } from '@meteor-vs-mean/contract';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { memo } from 'react';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

export const MessageRow = memo(function MessageRow({
  message,
  pending,
}: {
  message: Message;
  pending: boolean;
}) {
  const { nickname, text, createdAt } = message;
  return (
    <article
      className={pending ? 'message pending' : 'message'}
      data-testid={testIds.message}
      aria-busy={pending || undefined}
    >
      <b>{nickname}</b> <span className="text">{text}</span>{' '}
      <time dateTime={createdAt.toISOString()}>{clock.format(createdAt)}</time>
    </article>
  );
});
