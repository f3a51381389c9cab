import { expect, test } from 'vitest';
import { JourneyAccount } from '../../src/journey/account.ts';
import type { Line, WriteFields } from '../../src/journey/line.ts';

const drain_ms = 1000;

/** Times of lines are in milliseconds here. */
function accountOf(lines: Line[], end_ms = 10_000): JourneyAccount {
  const account = new JourneyAccount(drain_ms, new Set(['removed']));
  for (const line of lines) {
    const [kind, at_ms, ...rest] = line;
    account.take([kind, 1000 * at_ms, ...rest] as Line);
  }
  account.take(['E', 1000 * end_ms, 'nobody', 'nowhere', 0]);
  account.end();
  return account;
}

const follows = (at: number, user: string, isWitness: 0 | 1 = 0): Line => ['F', at, user, 'room', isWitness];
const ends = (at: number, user: string, isLost: 0 | 1 = 0): Line => ['E', at, user, 'room', isLost];
const writes = (at: number, user: string, id: string, fields: Partial<WriteFields> = {}): Line => {
  const { due_us = 1000 * at, ...rest } = fields;
  return ['W', at, user, { kind: 'added', id, audience: 'room', step: 'add', due_us, own: true, ...rest }];
};
const answered = (at: number, user: string, id: string, answer = 'acknowledged', kind = 'added') =>
  ['A', at, user, kind, id, answer] as Line;
const came = (at: number, user: string, id: string, { kind = 'added', isSnapshot = 0 } = {}) =>
  ['D', at, user, kind, id, isSnapshot] as Line;
const sees = (at: number, user: string, documents: Record<string, string>): Line => [
  'V',
  at,
  user,
  'room',
  documents,
];

const counts = ({ owed, seen, lost, doubled, outOfOrder, excused, unexpected }: JourneyAccount) => ({
  owed,
  seen,
  lost,
  doubled,
  outOfOrder,
  excused,
  unexpected,
});
const none = { owed: 0, seen: 0, lost: 0, doubled: 0, outOfOrder: 0, excused: 0, unexpected: 0 };

test('a write is owed to all that follow its audience, its writer too; only others are timed', () => {
  const account = accountOf([
    follows(1, 'ann'),
    follows(1, 'bob'),
    follows(1, 'cleo'),
    ['F', 1, 'dora', 'another room', 0],
    writes(10, 'ann', 'x', { due_us: 8000 }),
    came(12, 'ann', 'x'),
    came(13, 'bob', 'x'),
    answered(14, 'ann', 'x'),
    came(18, 'cleo', 'x'),
  ]);
  expect(counts(account)).toEqual({ ...none, owed: 3, seen: 3 });
  const step = account.steps.get('add');
  expect(step?.writes).toBe(1);
  expect(step?.delivery.histogram.totalCount).toBe(2);
  // HDR keeps three digits.
  expect(step?.delivery.histogram.minNonZeroValue).toBeCloseTo(5000, -1);
  expect(Number(step?.delivery.histogram.maxValue)).toBeCloseTo(10_000, -2);
  expect(Number(step?.acknowledged.histogram.maxValue)).toBeCloseTo(6000, -1);
});

test('an app that sends a write to all but its writer owes it nothing', () => {
  const lines = [follows(1, 'ann'), follows(1, 'bob'), writes(10, 'ann', 'x', { own: false })];
  expect(counts(accountOf([...lines, answered(11, 'ann', 'x'), came(12, 'bob', 'x')]))).toEqual({
    ...none,
    owed: 1,
    seen: 1,
  });
});

test('what does not come by the end of the drain is lost, and what comes then is unexpected', () => {
  const lines = [follows(1, 'ann'), follows(1, 'bob'), writes(10, 'ann', 'x'), answered(12, 'ann', 'x')];
  const account = accountOf([...lines, came(13, 'ann', 'x'), came(1013, 'bob', 'x')]);
  expect(counts(account)).toEqual({ ...none, owed: 2, seen: 1, lost: 1, unexpected: 1 });
  expect(account.firstLost).toBe('added x of room did not come to bob');
  expect(counts(accountOf([...lines, came(13, 'ann', 'x'), came(1012, 'bob', 'x')]))).toEqual({
    ...none,
    owed: 2,
    seen: 2,
  });
});

test('users that come or leave while a write is delivered are excused, whether they see it or not', () => {
  const account = accountOf([
    follows(1, 'ann'),
    follows(1, 'leaves'),
    follows(9, 'comes late'),
    writes(10, 'ann', 'x', { due_us: 8000 }),
    came(11, 'leaves', 'x'),
    came(11, 'comes late', 'x'),
    follows(12, 'comes later'),
    came(12, 'ann', 'x'),
    answered(12, 'ann', 'x'),
    ends(500, 'leaves'),
    came(600, 'comes later', 'x'),
  ]);
  expect(counts(account)).toEqual({ ...none, owed: 1, seen: 1, excused: 3 });
});

test('a user that leaves after the drain was there for all of it', () => {
  const lines = [follows(1, 'ann'), follows(1, 'bob'), writes(10, 'ann', 'x'), answered(12, 'ann', 'x')];
  expect(counts(accountOf([...lines, ends(1013, 'bob'), ends(1013, 'ann')]))).toMatchObject({
    owed: 2,
    lost: 2,
    excused: 0,
  });
});

test('a delivery that comes again is doubled', () => {
  const lines = [follows(1, 'ann'), writes(10, 'ann', 'x'), answered(12, 'ann', 'x'), came(13, 'ann', 'x')];
  expect(counts(accountOf([...lines, came(14, 'ann', 'x')]))).toMatchObject({ seen: 1, doubled: 1 });
  // By a snapshot it isn't.
  expect(counts(accountOf([...lines, came(14, 'ann', 'x', { isSnapshot: 1 })]))).toMatchObject({
    doubled: 0,
  });
});

test('the same change twice is two writes', () => {
  const twice = [
    writes(10, 'ann', 'x'),
    answered(12, 'ann', 'x'),
    writes(14, 'ann', 'x'),
    answered(15, 'ann', 'x'),
  ];
  const lines = [follows(1, 'ann'), ...twice];
  expect(counts(accountOf([...lines, came(16, 'ann', 'x'), came(17, 'ann', 'x')]))).toEqual({
    ...none,
    owed: 2,
    seen: 2,
  });
  expect(counts(accountOf([...lines, came(16, 'ann', 'x')]))).toMatchObject({ owed: 2, lost: 1 });
});

test('order is per writer and follower', () => {
  const two = [
    writes(10, 'ann', 'x'),
    answered(12, 'ann', 'x'),
    writes(14, 'ann', 'y'),
    answered(15, 'ann', 'y'),
  ];
  const lines = [
    follows(1, 'ann'),
    follows(1, 'bob'),
    ...two,
    writes(16, 'bob', 'z'),
    answered(17, 'bob', 'z'),
  ];
  const rest = [came(18, 'ann', 'x'), came(19, 'ann', 'y'), came(19, 'ann', 'z'), came(20, 'bob', 'z')];
  const inOrder = accountOf([...lines, ...rest, came(20, 'bob', 'x'), came(21, 'bob', 'y')]);
  expect(counts(inOrder)).toEqual({ ...none, owed: 6, seen: 6 });
  const not = accountOf([...lines, ...rest, came(20, 'bob', 'y'), came(21, 'bob', 'x')]);
  expect(counts(not)).toEqual({ ...none, owed: 6, seen: 6, outOfOrder: 1 });
  // One event that shows both.
  const together = accountOf([...lines, ...rest, came(20, 'bob', 'y'), came(20, 'bob', 'x')]);
  expect(together.outOfOrder).toBe(0);
});

test.each([
  ['refused', { refused: 1 }, { unexpected: 1 }],
  ['expected', { expected: 1 }, { unexpected: 1 }],
  ['unanswered', { unanswered: 1 }, {}],
])('a write that is %s owes nothing', (answer, written, extra) => {
  const account = accountOf([
    follows(1, 'ann'),
    writes(10, 'ann', 'x'),
    came(11, 'ann', 'x'),
    answered(12, 'ann', 'x', answer),
  ]);
  expect(account.writes).toMatchObject({ sent: 1, acknowledged: 0, ...written });
  expect(counts(account)).toEqual({ ...none, ...extra });
});

test('a write without an answer is unanswered, one that asks for none is owed', () => {
  const silent = accountOf([follows(1, 'ann'), writes(10, 'ann', 'x')]);
  expect(silent.writes).toMatchObject({ sent: 1, unanswered: 1 });
  const sent = accountOf([follows(1, 'ann'), writes(10, 'ann', 'x'), answered(10, 'ann', 'x', 'sent')]);
  expect(counts(sent)).toEqual({ ...none, owed: 1, lost: 1 });
  expect(sent.writes).toEqual({ sent: 1, acknowledged: 0, refused: 0, expected: 0, unanswered: 0 });
});

test('a write whose drain the journey did not live to see is excused', () => {
  const lines = [follows(1, 'ann'), writes(10, 'ann', 'x'), answered(12, 'ann', 'x')];
  expect(counts(accountOf(lines, 500))).toEqual({ ...none, excused: 1 });
});

test('deliveries of no write are unexpected, unless a snapshot may hold them', () => {
  const lines = [follows(1, 'ann'), came(5, 'ann', 'old', { isSnapshot: 1 })];
  expect(counts(accountOf(lines))).toEqual(none);
  expect(counts(accountOf([...lines, came(6, 'ann', 'strange')]))).toEqual({ ...none, unexpected: 1 });
  // Of an audience that the user doesn't follow.
  const leaked = [...lines, writes(10, 'bob', 'x'), answered(11, 'bob', 'x'), came(12, 'mallory', 'x')];
  expect(counts(accountOf([...leaked, came(12, 'ann', 'x')]))).toMatchObject({ owed: 1, unexpected: 1 });
});

test('views: what was added is there, what was removed is not, and two see the same', () => {
  const lines = [
    follows(1, 'ann', 1),
    follows(1, 'bob', 1),
    writes(10, 'ann', 'x'),
    answered(11, 'ann', 'x'),
    writes(12, 'ann', 'y'),
    answered(13, 'ann', 'y'),
    writes(14, 'ann', 'y', { kind: 'removed' }),
    answered(15, 'ann', 'y', 'acknowledged', 'removed'),
    writes(2000, 'ann', 'z'),
    answered(2001, 'ann', 'z'),
    writes(2001, 'ann', 'unknown'),
    answered(2002, 'ann', 'unknown', 'unanswered'),
  ];
  const viewsOf = (one: Record<string, string>, two: Record<string, string>) => {
    const { views } = accountOf([
      ...lines,
      sees(2500, 'ann', one),
      ends(2500, 'ann'),
      sees(2600, 'bob', two),
    ]);
    return { compared: views.compared, documents: views.documents, differ: views.differ, first: views.first };
  };
  const right = { compared: 2, documents: 4, differ: 0, first: undefined };
  // z isn't over yet: either is right.
  expect(viewsOf({ x: 'a', z: 'c', old: 'o' }, { x: 'a' })).toEqual(right);
  expect(viewsOf({ x: 'a' }, { z: 'c' })).toEqual({
    ...right,
    differ: 1,
    first: 'bob does not see x of room',
  });
  expect(viewsOf({ x: 'a', y: 'b' }, { x: 'a' })).toEqual({
    ...right,
    differ: 1,
    first: 'ann still sees y of room, which was removed',
  });
  expect(viewsOf({ x: 'a' }, { x: 'A' })).toEqual({
    ...right,
    differ: 1,
    first: 'bob and ann see x of room differently',
  });
});

test('views: a witness that comes later need not see what is older, one that was lost must see what it missed', () => {
  const lines = [
    follows(1, 'ann', 1),
    follows(1, 'bob', 1),
    ends(5, 'bob', 1),
    writes(10, 'ann', 'x'),
    answered(11, 'ann', 'x'),
    follows(20, 'bob', 1),
    follows(20, 'cleo', 1),
    writes(30, 'ann', 'y'),
    answered(31, 'ann', 'y'),
  ];
  const viewOf = (user: string, documents: Record<string, string>) => {
    const { views } = accountOf([...lines, sees(2000, user, documents), ends(2000, user)]);
    return { documents: views.documents, differ: views.differ, first: views.first };
  };
  expect(viewOf('cleo', { y: 'b' })).toEqual({ documents: 1, differ: 0, first: undefined });
  expect(viewOf('cleo', { x: 'a', y: 'b' })).toEqual({ documents: 2, differ: 0, first: undefined });
  expect(viewOf('bob', { y: 'b' })).toEqual({ documents: 2, differ: 1, first: 'bob does not see x of room' });
  expect(viewOf('ann', { x: 'a' })).toEqual({ documents: 2, differ: 1, first: 'ann does not see y of room' });
  // The app took x out of a window of the newest.
  expect(viewOf('ann', { x: '', y: 'b' })).toEqual({ documents: 1, differ: 0, first: undefined });
});
