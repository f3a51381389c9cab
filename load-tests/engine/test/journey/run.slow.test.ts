import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeHistogram } from '../../src/account/histogram.ts';
import type { JourneyFile } from '../../src/journey/file.ts';
import { runScript } from '../script-run.ts';
import { roomsApp, roomsConfig } from './rooms-app.ts';

const enter = { subscribe: { name: 'enter', params: ['{{ room }}'], follows: '{{ room }}' } };
const owes = { audience: '{{ room }}', id: '{{ $vu }}-{{ $loopCount }}' };
const add = {
  name: 'add an item',
  call: { name: 'add', params: ['{{ room }}', { _id: owes.id, text: 'new' }], owes },
};
const edit = {
  name: 'edit it',
  call: { name: 'edit', params: ['{{ room }}', owes.id, { text: 'old' }], owes: { ...owes, kind: 'edited' } },
};
const remove = {
  name: 'remove it',
  call: { name: 'remove', params: ['{{ room }}', owes.id], owes: { ...owes, kind: 'removed' } },
};
/** Longer than all users take to arrive, and than the drain. */
const untilAllAreThere = { think: 3 };
const untilAllIsDrained = { think: 3 };
const config = { variables: { room: 'home' } };

type More = Partial<Parameters<typeof runScript>[1]>;

async function journey(url: string, flow: unknown[], { users = 6, pubsub = {}, ...more }: More = {}) {
  const ended = await runScript(url, { users, config, pubsub: { ...roomsConfig, ...pubsub }, flow, ...more });
  const file = JSON.parse(readFileSync(join(ended.out, 'journey.json'), 'utf8')) as JourneyFile;
  return { ...ended, file };
}

const whole = [enter, untilAllAreThere, { loop: [add, edit], count: 5 }, untilAllIsDrained];

test('the account is the count of the app, and the metrics are its own', async () => {
  const { url, counts } = await roomsApp();
  const { code, file, metric, histogram, output } = await journey(url, whole, { pubsub: { witnesses: 6 } });
  expect(output).toContain('0 lost, 0 doubled, 0 out of order');
  expect(counts).toMatchObject({ writes: 60, owed: 360 });
  expect(file.deliveries).toEqual({
    owed: counts.owed,
    seen: 360,
    lost: 0,
    doubled: 0,
    outOfOrder: 0,
    excused: 0,
    unexpected: 0,
  });
  expect(file.writes).toEqual({ sent: 60, acknowledged: 60, refused: 0, expected: 0, unanswered: 0 });
  expect(file.users).toEqual({ arrived: 6, connected: 6, completed: 6 });
  expect(file.views).toEqual({ compared: 6, documents: 180, differ: 0 });
  expect(Object.keys(file.steps)).toEqual(['add an item', 'edit it']);
  for (const { delivery, acknowledged } of Object.values(file.steps)) {
    expect(decodeHistogram(delivery).totalCount).toBe(150);
    expect(decodeHistogram(acknowledged).totalCount).toBe(30);
  }
  expect(code).toBe(0);
  expect([metric('pubsub.owed'), metric('pubsub.seen'), metric('pubsub.lost')]).toEqual([360, 360, 0]);
  expect([metric('pubsub.sent'), metric('pubsub.acknowledged'), metric('pubsub.refused')]).toEqual([
    60, 60, 0,
  ]);
  const delivery = histogram('pubsub.journey.edit it.delivery');
  expect(delivery?.min).toBeGreaterThan(0);
  expect(delivery?.max).toBeLessThan(2000);
  expect(histogram('pubsub.journey.add an item.acknowledged')?.max).toBeLessThan(2000);
  // Deliveries are no pushes.
  expect(metric('pubsub.push.added')).toBeUndefined();
});

test('what the app loses, doubles, delays and stores wrongly is found, and Artillery ends with 1', async () => {
  const every = (k: number) => (n: number) => n % 10 === k;
  const { url, counts } = await roomsApp({
    loses: every(1),
    doubles: every(2),
    delays: every(3),
  });
  const { code, file, output, metric } = await journey(url, whole);
  expect(counts.lost).toBeGreaterThan(0);
  expect(file.deliveries).toMatchObject({ owed: counts.owed, lost: counts.lost, doubled: counts.doubled });
  expect(code).toBe(1);
  expect(metric('pubsub.lost')).toBe(counts.lost);
  expect(output).toContain(
    `pubsub: deliveries-lost, app: ${counts.lost} of ${counts.owed} deliveries are missing; the first: `,
  );
  expect(output).toContain(`pubsub: deliveries-doubled, app: ${counts.doubled} deliveries came once more`);
});

test('a delivery that comes after a later write of its writer is out of order', async () => {
  const { url, counts } = await roomsApp({ delays: (n) => n % 2 === 1 });
  // One writes, so that the next write is by the same one.
  const flow = [enter, untilAllAreThere, { ifTrue: '{{ writes }}', loop: [add], count: 10 }, { think: 3 }];
  const { code, file, output } = await journey(url, flow, {
    users: 3,
    csv: 'writes\ntrue\n0\n0\n',
  });
  expect(counts).toMatchObject({ owed: 30, delayed: 5 });
  expect(file.deliveries).toMatchObject({ owed: 30, seen: 30, outOfOrder: 5 });
  expect(output).toContain(
    'pubsub: deliveries-disordered, app: 5 deliveries came after a later write of the same writer',
  );
  expect(code).toBe(1);
});

test('refused and forgotten writes', async () => {
  const { url, counts } = await roomsApp({ refuses: (n) => n === 7, forgets: (n) => n === 9 });
  const users = 4;
  const { code, file, output } = await journey(url, whole, { users });
  expect(counts.refused).toBe(1);
  // The user whose write was refused fails there.
  expect(file.users).toMatchObject({ arrived: 4, completed: 3 });
  expect(file.writes).toMatchObject({ refused: 1, unanswered: 0 });
  expect(file.deliveries.lost).toBeGreaterThan(1);
  expect(output).toContain('pubsub: calls-refused, app: 1 of');
  expect(output).toContain(
    'pubsub: users-failed, app: the flow of 1 of 4 virtual users failed; the first: call',
  );
  expect(output).toContain('pubsub: deliveries-lost, app: ');
  expect(code).toBe(1);
});

test('a refusal that the script expects owes nothing and is no shortfall', async () => {
  const { url, counts } = await roomsApp({ refuses: (n) => n % 3 === 0 });
  const wanted = { ...add, call: { ...add.call, expect: 'too-many' } };
  const flow = [enter, untilAllAreThere, { loop: [wanted], count: 6 }, untilAllIsDrained];
  const { code, file, metric } = await journey(url, flow, { users: 4 });
  expect(counts).toMatchObject({ writes: 24, refused: 8, owed: 64 });
  expect(file.writes).toMatchObject({ sent: 24, acknowledged: 16, expected: 8, refused: 0 });
  expect(file.deliveries).toMatchObject({ owed: 64, seen: 64, lost: 0 });
  expect(metric('pubsub.refused_expected')).toBe(8);
  expect(code).toBe(0);
});

test('an app that sends a write to all but its writer', async () => {
  const { url, counts } = await roomsApp({ others: true });
  const alone = { ...add, call: { ...add.call, owes: { ...owes, own: false } } };
  const { code, file } = await journey(url, [
    enter,
    untilAllAreThere,
    { loop: [alone], count: 3 },
    { think: 3 },
  ]);
  expect(file.deliveries).toMatchObject({ owed: counts.owed, seen: 6 * 3 * 5, lost: 0, unexpected: 0 });
  expect(code).toBe(0);
});

test('views: an app that stores another text than it sends, seen by a user that comes later', async () => {
  const { url } = await roomsApp({ garbles: (n) => n === 2 });
  // The second user enters when the first has written, and both leave later than the drain.
  const flow = [
    { think: '{{ later }}' },
    enter,
    { ifTrue: '{{ writes }}', loop: [add], count: 3 },
    { think: 3 },
    { think: '{{ stays }}' },
  ];
  const csv = 'later,writes,stays\n0,true,2\n2,0,0\n';
  const { code, file, output } = await journey(url, flow, { users: 2, csv, pubsub: { witnesses: 2 } });
  expect(file.views).toEqual({ compared: 2, documents: 6, differ: 1 });
  expect(output).toMatch(/pubsub: views-differ, app: 1 of 6 documents .* see \S+-1 of home differently/);
  expect(code).toBe(1);
});

test('users that come, leave, reload and lose their connection in between: nothing is lost but for what they were not there for', async () => {
  const { url, counts } = await roomsApp();
  const flow = [
    enter,
    { loop: [add, edit, { think: '200ms' }], count: 10 },
    { ifTrue: '{{ loses }}', disconnect: { for: 0.6 } },
    { ifTrue: '{{ reloads }}', connect: {} },
    { ifTrue: '{{ reloads }}', ...enter },
    { ifTrue: '{{ leaves }}', unsubscribe: 'enter' },
    { loop: [remove, { think: '200ms' }], count: 10 },
    { think: 2 },
  ];
  const csv = 'loses,reloads,leaves\ntrue,0,0\n0,true,0\n0,0,true\n0,0,0\n';
  const { code, file, output } = await journey(url, flow, {
    users: 16,
    csv,
    pubsub: { witnesses: 16, drain: 1.5 },
  });
  expect(output).not.toContain('disconnected');
  expect(counts.writes).toBe(16 * 30);
  expect(counts.joins).toBe(16 + 4 + 4);
  const { owed, seen, lost, doubled, outOfOrder, excused, unexpected } = file.deliveries;
  expect({ lost, doubled, outOfOrder, unexpected }).toEqual({
    lost: 0,
    doubled: 0,
    outOfOrder: 0,
    unexpected: 0,
  });
  expect(seen).toBe(owed);
  expect(excused).toBeGreaterThan(0);
  // The app counts a connection that it didn't see end yet, and those that came a moment ago.
  expect(owed + excused).toBeGreaterThanOrEqual(counts.owed);
  expect(file.views.compared).toBeGreaterThan(10);
  expect(file.views.differ).toBe(0);
  expect(file.users.completed).toBe(16);
  expect(code).toBe(0);
});

test('several threads and users with rows of a payload: each has its own, and a number without a gap', async () => {
  const { url, counts } = await roomsApp();
  const rows = Array.from({ length: 12 }, (_, i) => `acc-${i}`);
  const flow = [
    { function: 'room' },
    enter,
    untilAllAreThere,
    {
      call: {
        name: 'add',
        params: ['{{ room }}', { _id: '{{ account }}-{{ $vuNumber }}', text: 'x' }],
        owes: { audience: '{{ room }}', id: '{{ account }}-{{ $vuNumber }}' },
      },
    },
    untilAllIsDrained,
  ];
  const processor = `export async function room(context) {
    context.vars.room = 'room-' + Math.floor(context.vars.$vuNumber / 4);
  }`;
  const { code, file, output } = await journey(url, flow, {
    csv: ['account', ...rows].join('\n'),
    processor,
    pubsub: { witnesses: 20 },
    threads: 7,
    phases: [{ duration: 2, arrivalRate: 8 }],
  });
  expect(file.users.completed).toBe(16);
  expect(counts).toMatchObject({ writes: 16, joins: 16, owed: 64 });
  expect(file.deliveries).toMatchObject({ owed: 64, seen: 64, lost: 0, excused: 0, unexpected: 0 });
  expect(file.views).toEqual({ compared: 16, documents: 64, differ: 0 });
  // One thread says it.
  expect(output.match(/pubsub: a journey of/g)).toHaveLength(1);
  expect(code).toBe(0);
});

test('times count from when a step was due, and a late user catches up', async () => {
  const { url } = await roomsApp({ answersAfter_ms: 500 });
  // Each write takes longer than the time to think: the third is due after 0.2 s, and answered after 1.5 s.
  const flow = [enter, { loop: [{ think: '100ms' }, add], count: 3 }, { think: 4 }];
  const { file, histogram } = await journey(url, flow, { users: 1 });
  const times = decodeHistogram((file.steps['add an item'] as { acknowledged: string }).acknowledged);
  expect(Number(times.minNonZeroValue) / 1000).toBeGreaterThan(480);
  expect(Number(times.maxValue) / 1000).toBeGreaterThan(1180);
  expect(Number(times.maxValue) / 1000).toBeLessThan(2500);
  expect(histogram('pubsub.step.add an item')?.max).toBeGreaterThan(1180);
  // 4.3 s are planned, and the writes' time is no more than that.
  expect(histogram('vusers.session_length')?.max).toBeLessThan(5300);
});
