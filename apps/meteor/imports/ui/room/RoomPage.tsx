import { limits } from '@meteor-vs-mean/contract/limits';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useFind } from 'meteor/react-meteor-data';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Rooms } from '/imports/api/rooms/collection';
import { useAccount } from '../account/use-account';
import { write } from '../call';
import { Missing } from '../Missing';
import { Removal } from '../Removal';
import { useGone } from '../use-gone';
import { useSubscription } from '../use-subscription';
import { MessageLog } from './MessageLog';
import { storedNickname, storeNickname } from './nickname';
import { usePresent } from './use-present';

/** One room's chat, and who is in it. */
export function RoomPage({ roomId }: { roomId: string }) {
  const isLoading = useSubscription('rooms.all');
  const [room] = useFind(() => Rooms.find({ _id: roomId }), [roomId]);
  const userId = useAccount()?.userId;
  const gone = useGone(room !== undefined, false, userId);
  if (!room && !isLoading()) return <Missing what="room" gone={gone} />;
  return <Chat roomId={roomId} roomName={room?.name ?? ''} />;
}

function Chat({ roomId, roomName }: { roomId: string; roomName: string }) {
  const [, navigate] = useLocation();
  const [nickname, setNickname] = useState(storedNickname);
  const account = useAccount();
  const name = account?.username || nickname;
  const present = usePresent(roomId, name);
  const rename = (wanted: string) => {
    setNickname(wanted);
    storeNickname(wanted);
  };
  const remove = () => {
    navigate('/');
    write('rooms.remove', { _id: roomId });
  };
  return (
    <>
      <h1>{roomName}</h1>
      {account ? (
        <span className="nickname">{account.username}</span>
      ) : (
        <NicknameField nickname={nickname} rename={rename} />
      )}
      <ul className="present" data-testid={testIds.present} aria-label="Who is here">
        {present.map(({ _id, nickname }) => (
          <li key={_id}>{nickname}</li>
        ))}
      </ul>
      <div className="manage">
        <Removal what="room" name={roomName} remove={remove} />
      </div>
      <MessageLog roomId={roomId} roomName={roomName} nickname={name} />
    </>
  );
}

/** A guest's. It is theirs when they press Enter or leave the field; an empty one leaves them the last. */
function NicknameField({ nickname, rename }: { nickname: string; rename(wanted: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  const apply = () => {
    const wanted = field.current?.value.trim() ?? '';
    if (wanted !== '' && wanted !== nickname) rename(wanted);
    if (field.current) field.current.value = wanted || nickname;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) apply();
  };
  return (
    <label>
      Nickname{' '}
      <input
        data-testid={testIds.nickname}
        maxLength={limits.nicknameLength}
        autoComplete="nickname"
        defaultValue={nickname}
        ref={field}
        onBlur={apply}
        onKeyDown={onKey}
      />
    </label>
  );
}
