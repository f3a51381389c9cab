import { expect } from 'vitest';
import { expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';

/** How long after a beat somebody is taken to be gone. */
const expiry_ms = 15_000;
/** The most that are shown in one room. */
const most = 200;

/** A room, and a subscriber who isn't in it. */
async function watchedRoom(subject: Subject) {
  const roomId = await subject.room();
  const view = await (await subject.peer()).subscribe('presence.byRoom', { roomId });
  return { roomId, view };
}

/** Somebody in a room, by their own connection. */
async function guest(subject: Subject, roomId: string, nickname: string) {
  const peer = await subject.peer();
  const _id = subject.id('presence');
  const beat = (name = nickname) => peer.call('presence.beat', { _id, roomId, nickname: name });
  expect(await beat()).toBeNull();
  return { peer, _id, beat };
}

function expectExpiry(expiresAt: unknown, beaten_ms: number): void {
  expect(expiresAt).toBeInstanceOf(Date);
  const left_ms = (expiresAt as Date).getTime() - expiry_ms;
  expect(left_ms).toBeGreaterThanOrEqual(beaten_ms - 1000);
  expect(left_ms).toBeLessThanOrEqual(Date.now() + 1000);
}

export const presence = feature('presence', (add) => {
  add('who says that they are here is shown, with a nickname and an expiry', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const beaten_ms = Date.now();
    const ada = await guest(subject, roomId, 'ada');
    await view.until('Ada', () => view.has(ada._id));
    const { expiresAt, ...rest } = view.frames[0]?.fields ?? {};
    expect(view.frames.length).toBe(1);
    expect(rest).toEqual({ roomId, nickname: 'ada' });
    expectExpiry(expiresAt, beaten_ms);
    await view.untilHolds(await subject.stored('presence', { roomId }));
  });

  add('a snapshot is by nickname, of one room and of no other', async (subject) => {
    const [roomId, other] = [await subject.room(), await subject.room()];
    for (const nickname of ['zoe', 'Ben', 'ada', 'ben', 'ada']) await guest(subject, roomId, nickname);
    await guest(subject, other, 'mia');
    const view = await (await subject.peer()).subscribe('presence.byRoom', { roomId });
    expect(view.initial.map(({ nickname }) => nickname)).toEqual(['Ben', 'ada', 'ada', 'ben', 'zoe']);
    const [, first, second] = view.snapshot as [string, string, string];
    expect(first < second).toBe(true);
    await view.untilHolds(await subject.stored('presence', { roomId }));
  });

  add('a beat puts the expiry off, and may bring a new nickname', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const ada = await guest(subject, roomId, 'ada');
    await view.until('Ada', () => view.has(ada._id));
    const first = view.documents[0]?.expiresAt as Date;
    while (Date.now() <= first.getTime() - expiry_ms) await ada.beat();
    const beaten_ms = Date.now();
    await ada.beat('Ada L.');
    await view.until('the nickname', ({ documents }) => documents[0]?.nickname === 'Ada L.');
    const expiresAt = view.documents[0]?.expiresAt;
    expectExpiry(expiresAt, beaten_ms);
    expect((expiresAt as Date).getTime()).toBeGreaterThan(first.getTime());
    expect(view.count('added')).toBe(1);
    await view.untilHolds(await subject.stored('presence', { roomId }));
  });

  add('it belongs to the connection that made it: others may neither beat nor leave it', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const ada = await guest(subject, roomId, 'ada');
    const eve = await subject.peer();
    await expectRefusal(eve.call('presence.beat', { _id: ada._id, roomId, nickname: 'eve' }), 'not-owner');
    await expectRefusal(eve.call('presence.leave', { _id: ada._id }), 'not-owner');
    const [stored] = await subject.stored('presence');
    expect(stored).toMatchObject({ _id: ada._id, nickname: 'ada' });
    await ada.beat();
    await view.untilHolds(await subject.stored('presence', { roomId }));
  });

  add('who leaves is gone, and may come again', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const ada = await guest(subject, roomId, 'ada');
    await view.until('Ada', () => view.has(ada._id));
    expect(await ada.peer.call('presence.leave', { _id: ada._id })).toBeNull();
    await view.untilHolds([]);
    const again = { _id: subject.id('presence'), roomId, nickname: 'ada' };
    expect(await ada.peer.call('presence.beat', again)).toBeNull();
    await view.until('Ada again', () => view.has(again._id));
    await view.untilHolds(await subject.stored('presence', { roomId }));
  });

  add('a connection that closes takes what it made with it, and nothing else', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const [ada, ben] = [await guest(subject, roomId, 'ada'), await guest(subject, roomId, 'ben')];
    const second = { _id: subject.id('presence'), roomId: await subject.room(), nickname: 'ada too' };
    await ada.peer.call('presence.beat', second);
    await view.until('both of them', ({ documents }) => documents.length === 2);
    await ada.peer.client.close();
    await view.until('Ada gone', ({ documents }) => documents.length === 1);
    expect(view.has(ben._id)).toBe(true);
    await view.untilHolds(await subject.stored('presence'));
  });

  add('a connection that is cut takes what it made with it', async (subject) => {
    const { roomId, view } = await watchedRoom(subject);
    const relay = await subject.relay();
    const ada = await subject.peer({ url: relay.url });
    const _id = subject.id('presence');
    await ada.call('presence.beat', { _id, roomId, nickname: 'ada' });
    await view.until('Ada', () => view.has(_id));
    relay.cut();
    await view.untilHolds([]);
    expect(await subject.stored('presence')).toEqual([]);
  });

  add(
    'a room has place for 200: the 200th is shown, the 201st refused until one is gone',
    async (subject) => {
      const [roomId, other] = [await subject.room(), await subject.room()];
      const expiresAt = new Date(Date.now() + 3_600_000);
      await subject.fill('presence', most - 1, { roomId, nickname: 'guest', expiresAt });
      const ada = await guest(subject, roomId, 'ada');
      const ben = await subject.peer();
      const enter = (_id: string, into: string) =>
        ben.call('presence.beat', { _id, roomId: into, nickname: 'ben' });
      await expectRefusal(enter(subject.id('presence'), roomId), 'limit-reached');
      // Who is in stays in, and other rooms have place.
      await ada.beat();
      await enter(subject.id('presence'), other);
      const view = await ben.subscribe('presence.byRoom', { roomId });
      expect(view.documents.length).toBe(most);
      await ada.peer.call('presence.leave', { _id: ada._id });
      await enter(subject.id('presence'), roomId);
    },
  );

  add('MongoDB removes whom a crashed server left behind: an index ends them', async (subject) => {
    const indexes = await subject.collection('presence').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  });

  add(
    'after SIGKILL of the app they are held until they expire; whoever comes makes a new one',
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
      const beat = (_id: string) => back.call('presence.beat', { _id, roomId, nickname: 'ada' });
      await expectRefusal(beat(ada._id), 'not-owner');
      const _id = subject.id('presence');
      expect(await beat(_id)).toBeNull();
      const view = await back.subscribe('presence.byRoom', { roomId });
      expect(view.has(_id)).toBe(true);
      expect(view.documents.find((each) => each._id === ada._id)?.expiresAt).toEqual(left[0]?.expiresAt);
    },
  );
});
