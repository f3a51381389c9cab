import type { List } from '@meteor-vs-mean/contract';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { Meteor } from 'meteor/meteor';
import { type FormEvent, useRef, useState } from 'react';
import { promised, showFailure } from '../accounts/session';
import { isDoneAlready, sentenceOf } from '../app/refusal';

interface Props {
  list: List;
  userId: string | undefined;
}

/** The members of a private list. Its owner shares it by name and removes members; members may leave. */
export function Members({ list, userId }: Props) {
  const isOwner = list.owner === userId;
  const section = useRef<HTMLElement>(null);
  const unshare = (username: string) => {
    // The button disappears with its row, or with the page.
    const stays = section.current?.querySelector('input') ?? section.current?.closest('main');
    stays?.focus();
    const input = { _id: list._id, username };
    promised((callback) => Meteor.call('lists.unshare', input, callback)).catch((error) => {
      if (!isDoneAlready('lists.unshare', error)) showFailure(error);
    });
  };
  return (
    <section className="members" aria-labelledby="members-title" data-testid={testIds.members} ref={section}>
      <h2 id="members-title">Who may see it</h2>
      <ul>
        {list.members?.map(({ _id, username }) => (
          <li key={_id} data-testid={testIds.member}>
            <span className="who" dir="auto">
              {username}
            </span>
            {_id === list.owner && <span className="role">owner</span>}
            {_id !== list.owner && (isOwner || _id === userId) && (
              <button type="button" data-testid={testIds.unshare} onClick={() => unshare(username)}>
                {isOwner ? (
                  <>
                    Take <bdi>{username}</bdi> off
                  </>
                ) : (
                  'Leave this list'
                )}
              </button>
            )}
          </li>
        ))}
      </ul>
      {isOwner && <Share listId={list._id} />}
    </section>
  );
}

function Share({ listId }: { listId: string }) {
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const share = async (username: string) => {
    try {
      await promised((callback) => Meteor.call('lists.share', { _id: listId, username }, callback));
      if (field.current?.value.trim() === username) field.current.value = '';
    } catch (refusal) {
      setError(reasonOf(refusal as Meteor.Error));
      field.current?.focus();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const username = field.current?.value.trim() ?? '';
    setError(username === '' ? 'Type a name' : undefined);
    if (username === '') field.current?.focus();
    else share(username);
  };
  return (
    <form method="dialog" onSubmit={submit} noValidate>
      <label>
        Share with{' '}
        <input
          data-testid={testIds.shareWith}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error && 'share-error'}
          onInput={() => setError(undefined)}
          ref={field}
        />
      </label>
      <button type="submit">Share</button>
      {error && (
        <p className="error" id="share-error" data-testid={testIds.fieldError}>
          {error}
        </p>
      )}
    </form>
  );
}

/** An invalid account name is reported like an unknown one. */
function reasonOf(error: Meteor.Error): string {
  const isUnknown = error.error === 'not-found' || error.error === 'validation-error';
  return isUnknown ? 'There is no account with that name' : sentenceOf(error);
}
