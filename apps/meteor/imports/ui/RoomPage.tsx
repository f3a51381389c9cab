import { Random } from 'meteor/random';
import { useFind, useSubscribe } from 'meteor/react-meteor-data';
import { Messages } from '/imports/api/messages/collection';
import { call } from './call';
import { TextForm } from './TextForm';

const shown = 50;

/** A room's newest messages, live, the newest at the bottom. */
export function RoomPage({ roomId }: { roomId: string }) {
  const isLoading = useSubscribe('messages.byRoom', { roomId, limit: shown });
  const messages = useFind(
    () => Messages.find({ roomId }, { sort: { createdAt: -1, _id: -1 }, limit: shown }),
    [roomId],
  );
  return (
    <section aria-busy={isLoading()}>
      <ol>
        {messages.toReversed().map(({ _id, nickname, text }) => (
          <li key={_id}>
            <b>{nickname}</b> {text}
          </li>
        ))}
      </ol>
      <TextForm
        label="Say something"
        submit={(text) => call('messages.send', { _id: Random.id(), roomId, nickname: 'somebody', text })}
      />
    </section>
  );
}
