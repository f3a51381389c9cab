import { limits } from '@meteor-vs-mean/contract/limits';
import { orders } from '@meteor-vs-mean/contract/orders';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useLayoutEffect, useRef, useState } from 'react';
import { Rooms } from '/imports/api/rooms/collection';
import { useHydrated } from '/imports/rendering/page';
import { useAccount } from '../account/use-account';
import { Missing } from '../Missing';
import { useDraft } from '../use-draft';
import { usePublished } from '../use-published';
import { MessageLog } from './MessageLog';
import { storedNickname, storeNickname } from './nickname';
import { usePresent } from './use-present';

/** One room's chat, and who is in it. */
export function RoomPage({ roomId }: { roomId: string }) {
  const { documents, isLoading } = usePublished(
    { name: 'rooms.all', collection: Rooms, selector: { _id: roomId }, sort: orders.rooms },
    [roomId],
  );
  const [room] = documents;
  if (!room && !isLoading) return <Missing what="room" />;
  return <Chat roomId={roomId} roomName={room?.name ?? ''} />;
}

function Chat({ roomId, roomName }: { roomId: string; roomName: string }) {
  const isHydrated = useHydrated();
  const [nickname, setNickname] = useState(() => (isHydrated ? storedNickname() : ''));
  const [typed, setTyped] = useState(nickname);
  const field = useRef<HTMLInputElement>(null);
  const account = useAccount();
  const name = account?.username || nickname;
  const present = usePresent(roomId, name);
  const type = (text: string) => {
    setTyped(text);
    const wanted = text.trim();
    // While it is empty one keeps the last name.
    if (wanted === '') return;
    setNickname(wanted);
    storeNickname(wanted);
  };
  // The server doesn't know what the browser keeps, and one may have typed before this.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser has taken the page over
  useLayoutEffect(() => {
    if (!isHydrated) type(field.current?.value.trim() || storedNickname());
  }, []);
  useDraft('nickname', field, type);
  return (
    <>
      <h1>{roomName}</h1>
      {account ? (
        <span className="nickname">{account.username}</span>
      ) : (
        <label>
          Nickname{' '}
          <input
            data-testid={testIds.nickname}
            maxLength={limits.nicknameLength}
            autoComplete="nickname"
            ref={field}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setTyped(nickname)}
          />
        </label>
      )}
      <ul className="present" data-testid={testIds.present} aria-label="Who is here">
        {present.map(({ _id, nickname }) => (
          <li key={_id}>{nickname}</li>
        ))}
      </ul>
      <MessageLog roomId={roomId} roomName={roomName} nickname={name} />
    </>
  );
}
