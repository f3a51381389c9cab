import { expect } from 'vitest';
import { expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';

/** How long after their last renewal people are gone. */
const expiry_ms = 15_000;
/** Most people shown in one room. */
const most = 200;

/** A room, and a subscriber who isn't in it. */
async function watchedRoom(subject: Subject) {
  const roomId = await subject.room();
  const view = await (await subject.peer()).subscribe('presence.byRoom', { roomId });
  return { roomId, view };
}

/** A person in a room, with a connection of their own. */
async function guest(subject: Subject, roomId: string, nickname: string) {
  const peer = await subject.peer();
  const _id = subject.id('presence');
  const enter = (name = nickname) => peer.call('presence.enter', { _id, roomId, nickname: name });
  expect(await enter()).toBeNull();
  return { peer, _id, enter };
}

function expectExpiry(expiresAt: unknown, entered_ms: number): void {
  expect(expiresAt).toBeInstanceOf(Date);
  const left_ms = (expiresAt as Date).getTime() - expiry_ms;
  expect(left_ms).toBeGreaterThanOrEqual(entered_ms - 1000);
  expect(left_ms).toBeLessThanOrEqual(Date.now() + 1000);
}

export const presence = feature('presence', (add) => {
  add('a person who enters is shown, with a nickname and an expiry', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const entered_ms = Date.now();
    const ada = await guest(subject, roomId, 'ada');
    await view.until('Ada', () => view.has(ada._id));
    const { expiresAt, ...rest } = view.frames[0]?.fields ?? {};
    expect(view.frames.length).toBe(1);
    expect(rest).toEqual({ roomId, nickname: 'ada' });
    expectExpiry(expiresAt, entered_ms);
    await view.untilHolds(await subject.stored('presence', { roomId }));
  });

  add('a snapshot is sorted by nickname, and only of one room', async (subject) => {
    const [roomId, other] = [await subject.room(), await subject.room()];
    for (const nickname of ['zoe', 'Ben', 'ada', 'ben', 'ada']) await guest(subject, roomId, nickname);
    await guest(subject, other, 'mia');
    const view = await (await subject.peer()).subscribe('presence.byRoom', { roomId });
    expect(view.initial.map(({ nickname }) => nickname)).toEqual(['Ben', 'ada', 'ada', 'ben', 'zoe']);
    const [, first, second] = view.snapshot as [string, string, string];
    expect(first < second).toBe(true);
    await view.untilHolds(await subject.stored('presence', { roomId }));
  });

  add('the server renews the expiry, and a person may change the nickname', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const ada = await guest(subject, roomId, 'ada');
    await view.until('Ada', () => view.has(ada._id));
    const first = view.documents[0]?.expiresAt as Date;
    await ada.enter('Ada L.');
    await view.until('the nickname', ({ documents }) => documents[0]?.nickname === 'Ada L.');
    const later = () => Number(view.documents[0]?.expiresAt) > first.getTime() + 3000;
    await view.until('an expiry that the server renewed', later);
    expect(view.count('added')).toBe(1);
    await view.untilHolds(await subject.stored('presence', { roomId }));
  });

  add('a person may move to another room, and stays in the old one if the other is full', async (subject) => {
    const [from, into] = [await subject.room(), await subject.room()];
    const expiresAt = new Date(Date.now() + 3_600_000);
    await subject.fill('presence', most, { roomId: into, nickname: 'guest', expiresAt });
    const ada = await guest(subject, from, 'ada');
    const go = () => ada.peer.call('presence.enter', { _id: ada._id, roomId: into, nickname: 'ada' });
    await expectRefusal(go(), 'limit-reached');
    expect(await subject.stored('presence', { _id: ada._id })).toMatchObject([{ roomId: from }]);
    await subject.collection('presence').deleteOne({ _id: 'full-0' });
    await go();
    expect(await subject.stored('presence', { _id: ada._id })).toMatchObject([{ roomId: into }]);
  });

  add('a connection is in a room once, and in at most ten rooms', async (subject) => {
    const peer = await subject.peer();
    const rooms = await Promise.all(Array.from({ length: 11 }, () => subject.room()));
    const enter = (_id: string, roomId: string | undefined) =>
      peer.call('presence.enter', { _id, roomId: String(roomId), nickname: 'ada' });
    const ids = rooms.map(() => subject.id('presence'));
    for (const [n, _id] of ids.slice(0, 10).entries()) await enter(_id, rooms[n]);
    await expectRefusal(enter(subject.id('presence'), rooms[0]), 'limit-reached');
    await expectRefusal(enter(String(ids[10]), rooms[10]), 'limit-reached');
    await peer.call('presence.leave', { _id: ids[0] });
    await enter(String(ids[10]), rooms[10]);
    expect((await subject.stored('presence')).length).toBe(10);
  });

  add('leaving with an unknown id does nothing', async (subject) => {
    expect(await (await subject.peer()).call('presence.leave', { _id: 'nobody' })).toBeNull();
  });

  add(
    'it belongs to the connection that entered: others may neither enter nor leave with its id',
    async (subject) => {
      const { roomId, view } = await watchedRoom(subject);
      const ada = await guest(subject, roomId, 'ada');
      const eve = await subject.peer();
      await expectRefusal(eve.call('presence.enter', { _id: ada._id, roomId, nickname: 'eve' }), 'not-owner');
      await expectRefusal(eve.call('presence.leave', { _id: ada._id }), 'not-owner');
      const [stored] = await subject.stored('presence');
      expect(stored).toMatchObject({ _id: ada._id, nickname: 'ada' });
      await ada.enter();
      await view.untilHolds(await subject.stored('presence', { roomId }));
    },
  );

  add('a person who leaves is gone, and may enter again', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const ada = await guest(subject, roomId, 'ada');
    await view.until('Ada', () => view.has(ada._id));
    expect(await ada.peer.call('presence.leave', { _id: ada._id })).toBeNull();
    await view.untilHolds([]);
    const again = { _id: subject.id('presence'), roomId, nickname: 'ada' };
    expect(await ada.peer.call('presence.enter', again)).toBeNull();
    await view.until('Ada again', () => view.has(again._id));
    await view.untilHolds(await subject.stored('presence', { roomId }));
  });

  add('closing a connection removes its presences, and no others', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const [ada, ben] = [await guest(subject, roomId, 'ada'), await guest(subject, roomId, 'ben')];
    const second = { _id: subject.id('presence'), roomId: await subject.room(), nickname: 'ada too' };
    await ada.peer.call('presence.enter', second);
    await view.until('both of them', ({ documents }) => documents.length === 2);
    await ada.peer.client.close();
    await view.until('Ada gone', ({ documents }) => documents.length === 1);
    expect(view.has(ben._id)).toBe(true);
    await view.untilHolds(await subject.stored('presence'));
  });

  add('cutting a connection removes its presences', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const relay = await subject.relay();
    const ada = await subject.peer({ url: relay.url });
    const _id = subject.id('presence');
    await ada.call('presence.enter', { _id, roomId, nickname: 'ada' });
    await view.until('Ada', () => view.has(_id));
    relay.cut();
    await view.untilHolds([]);
    expect(await subject.stored('presence')).toEqual([]);
  });

  add('a room has room for 200: the 200th is shown, the 201st rejected until one leaves', async (subject) => {
    const [roomId, other] = [await subject.room(), await subject.room()];
    const expiresAt = new Date(Date.now() + 3_600_000);
    await subject.fill('presence', most - 1, { roomId, nickname: 'guest', expiresAt });
    const ada = await guest(subject, roomId, 'ada');
    const ben = await subject.peer();
    const enter = (_id: string, into: string) =>
      ben.call('presence.enter', { _id, roomId: into, nickname: 'ben' });
    await expectRefusal(enter(subject.id('presence'), roomId), 'limit-reached');
    // Those who are in stay in, and other rooms are not full.
    await ada.enter();
    await enter(subject.id('presence'), other);
    const view = await ben.subscribe('presence.byRoom', { roomId });
    expect(view.documents.length).toBe(most);
    await ada.peer.call('presence.leave', { _id: ada._id });
    await enter(subject.id('presence'), roomId);
  });

  add("MongoDB removes a crashed server's presences by an index", async (subject) => {
    const indexes = await subject.collection('presence').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });

  add(
    'after SIGKILL of the app presences stay until they expire; reconnecting clients enter new ones',
    async (subject) => {
      const { roomId } = await watchedRoom(subject);
      const ada = await guest(subject, roomId, 'ada');
      const { port } = subject.app;
      await subject.app.kill();
      const left = await subject.stored('presence');
      expect(left).toMatchObject([{ _id: ada._id, nickname: 'ada' }]);
      await subject.start(port);
      expect(await subject.stored('presence')).toEqual(left);
      const back = await subject.peer();
      const enter = (_id: string) => back.call('presence.enter', { _id, roomId, nickname: 'ada' });
      await expectRefusal(enter(ada._id), 'not-owner');
      const _id = subject.id('presence');
      expect(await enter(_id)).toBeNull();
      const view = await back.subscribe('presence.byRoom', { roomId });
      expect(view.has(_id)).toBe(true);
      expect(view.documents.find((each) => each._id === ada._id)?.expiresAt).toEqual(left[0]?.expiresAt);
    },
  );
});
