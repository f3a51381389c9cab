import { isOfComposition } from '@meteor-vs-mean/contract/composing';
import { limits } from '@meteor-vs-mean/contract/limits';
import { orders } from '@meteor-vs-mean/contract/orders';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useHydrated } from '/imports/app/rendering/page';
import { Rooms } from '/imports/rooms/collections';
import { useAccount } from '../accounts/use-account';
import { write } from '../app/call';
import { Missing } from '../app/Missing';
import { Removal } from '../app/Removal';
import { OverLimit, textOf } from '../app/text';
import { useGone } from '../app/use-gone';
import { usePublished } from '../app/use-published';
import { MessageLog } from './MessageLog';
import { storedNickname, storeNickname } from './nickname';
import { usePresent } from './use-present';

/** One room: its chat and its people. */
export function RoomPage({ roomId }: { roomId: string }) {
  const { documents, isLoading } = usePublished(
    { name: 'rooms.all', collection: Rooms, selector: { _id: roomId }, sort: orders.rooms },
    [roomId],
  );
  const [room] = documents;
  const userId = useAccount()?.userId;
  const gone = useGone(room, userId);
  if (!room && !isLoading) return <Missing what="room" gone={gone} />;
  return <Chat roomId={roomId} roomName={room?.name ?? ''} />;
}

function Chat({ roomId, roomName }: { roomId: string; roomName: string }) {
  const [, navigate] = useLocation();
  const isHydrated = useHydrated();
  const [nickname, setNickname] = useState(() => (isHydrated ? storedNickname() : ''));
  // The server doesn't know the nickname that the browser keeps.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useLayoutEffect(() => {
    if (!isHydrated) setNickname(storedNickname());
  }, []);
  const account = useAccount();
  const name = account?.username || nickname;
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
      <h1 dir="auto">{roomName}</h1>
      {account ? (
        <span className="nickname" dir="auto">
          {account.username}
        </span>
      ) : (
        <NicknameField nickname={nickname} rename={rename} />
      )}
      <Present roomId={roomId} nickname={name} />
      <div className="manage">
        <Removal what="room" name={roomName} remove={remove} />
      </div>
      <MessageLog roomId={roomId} roomName={roomName} nickname={name} />
    </>
  );
}

/** A separate component, so that a renewed presence only renders this. */
function Present({ roomId, nickname }: { roomId: string; nickname: string }) {
  const present = usePresent(roomId, nickname);
  return (
    <ul className="present" data-testid={testIds.present} aria-label="Who is here">
      {present.map(({ _id, nickname }) => (
        <li key={_id} dir="auto">
          {nickname}
        </li>
      ))}
    </ul>
  );
}

/** A guest's nickname. It changes on Enter or when the field loses the focus; an empty field restores it. */
function NicknameField({ nickname, rename }: { nickname: string; rename(wanted: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  const apply = () => {
    const wanted = textOf(field.current, limits.nicknameLength);
    if (wanted === undefined) return;
    if (wanted !== '' && wanted !== nickname) rename(wanted);
    if (field.current) field.current.value = wanted || nickname;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isOfComposition(event.nativeEvent)) apply();
  };
  return (
    <>
      <label>
        Nickname{' '}
        <input
          data-testid={testIds.nickname}
          dir="auto"
          autoComplete="nickname"
          defaultValue={nickname}
          ref={field}
          onBlur={apply}
          onKeyDown={onKey}
        />
      </label>
      <OverLimit field={field} most={limits.nicknameLength} />
    </>
  );
}
