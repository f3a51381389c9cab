import type { Message } from '@meteor-vs-mean/contract';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { memo } from 'react';
import { useHydrated, usePage } from '/imports/app/rendering/page';
import { ownFormats, timeOf, universalFormats } from './time';

export const MessageRow = memo(function MessageRow({
  message,
  pending,
}: {
  message: Message;
  pending: boolean;
}) {
  const { nickname, text, createdAt, userId } = message;
  const rendered = usePage();
  const isOwn = useHydrated() || !rendered;
  const formats = isOwn ? ownFormats : universalFormats;
  const now = isOwn ? new Date() : rendered.at;
  return (
    <article
      className={pending ? 'message pending' : 'message'}
      data-testid={testIds.message}
      aria-busy={pending || undefined}
    >
      <b dir="auto">
        {nickname}
        {userId && <AccountMark />}
      </b>{' '}
      <span className="text" dir="auto">
        {text}
      </span>{' '}
      <time dateTime={createdAt.toISOString()} title={formats.whole.format(createdAt)}>
        {timeOf(createdAt, now, formats)}
      </time>
    </article>
  );
});

/** Next to the name of a logged-in author, which nobody else can use. */
function AccountMark() {
  return <span className="mark" data-testid={testIds.accountMark} role="img" aria-label="Account" />;
}
