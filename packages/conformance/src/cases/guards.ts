import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { ask } from '../accounts/http-request.ts';
import { codeOf, expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';
import { whileFrozen } from '../frozen.ts';
import type { Peer } from '../peer.ts';
import type { Subject } from '../subject.ts';

const anyPage = { roomId: 'r', createdAt: new Date(0), _id: 'm', limit: 1 };

/** Sends this many calls without waiting. @returns how many returned a result */
async function takenOf(peer: Peer, count: number): Promise<number> {
  const calls = Array.from({ length: count }, () => codeOf(peer.call('messages.before', anyPage)));
  const codes = await Promise.all(calls);
  expect(codes.filter((code) => code !== undefined && code !== 'too-many-requests')).toEqual([]);
  return codes.filter((code) => code === undefined).length;
}

/** So long that the calls of a case stay within one window on a busy machine. */
const long = { CALLS_WINDOW_MS: '60000' };

/** Inserts a public list that already has this many todos. */
async function listOf(subject: Subject, count: number): Promise<string> {
  const listId = await subject.list();
  await subject.fill('todos', count, (n) => ({ _id: `${listId}-${n}`, listId, text: 'x', done: false }));
  return listId;
}

/** Connects as if through a proxy that reports the client's address. */
const from = (address: string) => ({ 'X-Forwarded-For': address });

async function untilReadyIs({ app }: Subject, status: number, timeout: number): Promise<void> {
  await expect.poll(async () => (await ask(`${app.url}/ready`)).status, { timeout }).toBe(status);
}

/** One client's calls, one address's calls, and one client's connection. */
export const guards = feature('guards', (add) => {
  add('calls sent without waiting run in order', async (subject) => {
    const [listId, todoId] = [await subject.list(), subject.id('todo')];
    const view = await (await subject.peer()).subscribe('todos.byList', { listId });
    const [inserting, renaming] = [await subject.peer(), await subject.peer()];
    const ids = Array.from({ length: 100 }, () => subject.id('todo'));
    const insert = (peer: Peer, _id: string) => peer.call('todos.insert', { _id, listId, text: 'rev 0' });
    const answered: string[] = [];
    const calls = ids.map((_id) => insert(inserting, _id).then(() => answered.push(_id)));
    // Each changes the same document, so the last call decides.
    calls.push(insert(renaming, todoId) as Promise<number>);
    for (let rev = 1; rev < 100; rev += 1) {
      calls.push(renaming.call('todos.setText', { _id: todoId, text: `rev ${rev}` }) as Promise<number>);
    }
    await Promise.all(calls);
    expect(answered).toEqual(ids);
    await view.untilHolds(await subject.stored('todos', { listId }));
    const added = view.frames.filter(({ event, id }) => event === 'added' && id !== todoId);
    expect(added.map(({ id }) => id)).toEqual(ids);
    expect(view.documents.find(({ _id }) => _id === todoId)).toMatchObject({ text: 'rev 99' });
  });

  add.guard(
    'rates',
    'a client that keeps sending rejected calls is disconnected, and no other is',
    async (subject) => {
      const [busy, other] = [await subject.peer(), await subject.peer()];
      const cut = new Promise<void>((resolve) => busy.client.onDisconnect(() => resolve()));
      expect(await takenOf(busy, 100)).toBe(100);
      const codes = Array.from({ length: 3000 }, () => codeOf(busy.call('messages.before', anyPage)));
      await cut;
      const answered = (await Promise.all(codes)).filter((code) => code !== 'disconnected');
      // 100 succeed and 200 are rejected within 10 s; a second window may have started.
      expect(answered.length).toBeLessThan(1000);
      expect(await takenOf(other, 1)).toBe(1);
      expect(await takenOf(await subject.peer(), 1)).toBe(1);
    },
  );

  add('a connection has at most 100 subscriptions, and may replace one that ended', async (subject) => {
    // As many may start in one window, so the next one could also be rejected by rate.
    const { url } = await subject.another({ CALLS_WINDOW_MS: '200' });
    const peer = await subject.peer({ url });
    // Subscriptions to Meteor's own packages also count.
    const isMeteor = subject.environment.stack === 'meteor';
    const subscribe = (n: number) =>
      isMeteor && n % 2 === 1
        ? peer.subscribe('meteor.loginServiceConfiguration')
        : peer.subscribe('todos.byList', { listId: `list-${n}` });
    const stops: (() => Promise<void>)[] = [];
    for (let n = 0; n < 100; n += 1) stops.push((await subscribe(n)).stop);
    await pause(400);
    await expectRefusal(subscribe(100), 'limit-reached');
    await stops[0]?.();
    await subscribe(100);
    await expectRefusal(subscribe(101), 'limit-reached');
  });

  add.guard(
    'rates',
    'one address has a limited number of calls, over any number of connections',
    async (subject) => {
      const { url } = await subject.another({ ...long, CALLS_PER_ADDRESS: '150', HTTP_FORWARDED_COUNT: '1' });
      const taken = async (address: string) =>
        takenOf(await subject.peer({ url, headers: from(address) }), 100);
      expect(await taken('192.0.2.1')).toBe(100);
      expect(await taken('192.0.2.1')).toBe(50);
      expect(await taken('198.51.100.1')).toBe(100);
      // A household has 2 ** 64 IPv6 addresses.
      expect(await taken('2001:db8:0:1::1')).toBe(100);
      expect(await taken('2001:db8:0:1:ffff::2')).toBe(50);
      expect(await taken('2001:db8:1:1::1')).toBe(100);
    },
  );

  add.guard('rates', 'a call that changes 5,000 documents counts as ten calls', async (subject) => {
    const { url } = await subject.another({ ...long, CALLS_PER_ADDRESS: '150', HTTP_FORWARDED_COUNT: '1' });
    const peer = (address: string) => subject.peer({ url, headers: from(address) });
    const listId = await listOf(subject, 5000);
    const marking = await peer('192.0.2.1');
    expect(await marking.call('todos.setAllDone', { listId, done: true })).toBe(5000);
    expect(await takenOf(marking, 100)).toBe(90);
    // It also counts for the address.
    await (await peer('198.51.100.1')).call('todos.removeDone', { listId });
    expect(await takenOf(await peer('198.51.100.1'), 100)).toBe(100);
    expect(await takenOf(await peer('198.51.100.1'), 100)).toBe(40);
  });

  add.guard(
    'rates',
    'one address has a limited number of subscriptions, over any number of connections',
    async (subject) => {
      const env = { ...long, SUBSCRIPTIONS_PER_ADDRESS: '15', HTTP_FORWARDED_COUNT: '1' };
      const { url } = await subject.another(env);
      const subscribed = async (address: string) => {
        const peer = await subject.peer({ url, headers: from(address) });
        const subscriptions = Array.from({ length: 10 }, (_, n) =>
          codeOf(peer.subscribe('todos.byList', { listId: `list-${n}` })),
        );
        return (await Promise.all(subscriptions)).filter((code) => code === undefined).length;
      };
      expect(await subscribed('192.0.2.1')).toBe(10);
      expect(await subscribed('192.0.2.1')).toBe(5);
      expect(await subscribed('198.51.100.1')).toBe(10);
    },
  );

  add.guard('rates', 'an HTTP request about a session counts as a call of its address', async (subject) => {
    const { url } = await subject.another({ ...long, CALLS_PER_ADDRESS: '5', HTTP_FORWARDED_COUNT: '1' });
    const path = subject.environment.stack === 'meteor' ? '/session' : '/api/session';
    const headers = from('192.0.2.1');
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      statuses.push((await ask(`${url}${path}`, { method: 'POST', headers, body: {} })).status);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(5);
  });

  add.guard('rates', "the client's address is taken only from trusted proxies", async (subject) => {
    const { url } = await subject.another({ ...long, CALLS_PER_ADDRESS: '150' });
    expect(await takenOf(await subject.peer({ url, headers: from('192.0.2.1') }), 100)).toBe(100);
    // On Meteor the page request that checks for readiness also counts.
    expect(await takenOf(await subject.peer({ url, headers: from('192.0.2.2') }), 100)).toBeOneOf([49, 50]);
  });

  add.guard('rates', 'one address has 1,000 calls by default', async (subject) => {
    const { url } = await subject.another({ ...long, HTTP_FORWARDED_COUNT: '1' });
    const peers = await Promise.all(
      Array.from({ length: 11 }, () => subject.peer({ url, headers: from('192.0.2.1') })),
    );
    const taken = await Promise.all(peers.map((peer) => takenOf(peer, 100)));
    expect(taken.reduce((sum, each) => sum + each)).toBe(1000);
  });

  add('the server names an invalid setting at start', async (subject) => {
    for (const name of ['CALLS_PER_ADDRESS', 'CALLS_WINDOW_MS', 'CONNECTIONS_PER_ADDRESS']) {
      await expect(subject.another({ [name]: 'many' }), name).rejects.toThrow();
      const named = subject.printed.filter((line) => line.includes(name) && line.includes('many'));
      expect(named.length, name).toBe(1);
    }
  });

  add.guard('log', 'no client text can add a line to the log', async (subject) => {
    const peer = await subject.peer();
    const forged = 'x\nforged line\r\nforged line\u2028forged line\u001b[2J';
    const answers = [
      peer.call(forged, {}),
      peer.call('todos.insert', { _id: forged, listId: forged, text: forged }),
      peer.call('todos.insert', { [forged]: 1 }),
      peer.subscribe(forged, {}),
      peer.subscribe('todos.byList', { listId: forged, [forged]: 1 }),
    ];
    await Promise.all(answers.map(codeOf));
    for (const path of ['/api/lists', '/nowhere%0Aforged%20line', '/%E0%A4%A']) {
      await ask(`${subject.app.url}${path}`, { headers: { 'User-Agent': 'x', Referer: 'forged line' } });
    }
    expect(subject.printed.filter((line) => /^\s*forged line/.test(line))).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what mustn't be there
    expect(subject.printed.filter((line) => /[\u001b\u2028]/.test(line))).toEqual([]);
  });

  add.guard('size', 'a message that is too long closes its connection, and no other', async (subject) => {
    const [sender, other] = [await subject.peer(), await subject.peer()];
    const listId = await subject.list();
    const insert = (peer: Peer, length: number) =>
      codeOf(peer.call('todos.insert', { _id: subject.id('todo'), listId, text: 'x'.repeat(length) }));
    expect(await insert(sender, 90_000)).toBe('validation-error');
    expect(await insert(sender, 300_000)).toBe('disconnected');
    expect(await insert(other, 10)).toBeUndefined();
  });

  add('an app without guards says so at start', async (subject) => {
    await subject.another();
    const lines = subject.printed.filter((line) => line.includes('GUARDS=off: for measuring only'));
    expect(lines).toHaveLength(subject.environment.guards === 'off' ? 1 : 0);
  });

  add('/ready fails while MongoDB does not answer, and recovers soon after', async (subject, skip) => {
    if (!subject.ownsMongo) skip('the MongoDB of MONGO_URL is not ours to stop');
    await untilReadyIs(subject, 200, 10_000);
    await whileFrozen(subject.mongo.pid as number, () => untilReadyIs(subject, 503, 4000));
    await untilReadyIs(subject, 200, 10_000);
    await subject.list();
  });
});
