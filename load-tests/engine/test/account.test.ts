import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { Account } from '../src/account/account.ts';
import { countBits, getBit } from '../src/account/bits.ts';
import { Groups } from '../src/account/groups.ts';
import { whole } from '../src/account/share.ts';
import {
  compileIdentifier,
  compileIdentifiers,
  type Identifiers,
  WriteIds,
} from '../src/script/identifier.ts';

const t0_ns = 5_000_000_000n;
const ids = new WriteIds('w', 10);
/** One write each 100 ms, two writers in turn. */
const due_us = Array.from({ length: 10 }, (_, k) => k * 100_000);

function makeAccount(groups = 1) {
  let asked = 0;
  const account = new Account({
    ids,
    groups: new Groups(due_us.length, groups),
    due_us,
    writers: 2,
    machines: 1,
    deliveries: [
      { event: 'added', collection: 'todos', path: '0.id', identify: compileIdentifier('0.id') },
      {
        event: 'batch',
        path: '0.*.id',
        identify: () => undefined,
        identifyAll: compileIdentifiers('0.*.id') as Identifiers,
      },
    ],
    removals: ['removed'],
    start: () => {
      asked++;
      return { t0_ns, share: whole };
    },
  });
  const one = account.add(1n);
  const two = account.add(2n);
  const added = (k: number | string, after_due_us = 1000, to = one) => {
    const id = typeof k === 'number' ? ids.idOf(k) : k;
    const due = typeof k === 'number' ? (due_us[k] as number) : 0;
    const at_ns = t0_ns + BigInt(due + after_due_us) * 1000n;
    account.take(to, { event: 'added', collection: 'todos', args: [{ id }] }, at_ns);
  };
  return { account, one, two, added, asked: () => asked };
}

describe('the account of deliveries', () => {
  test('has one bit and one latency for each first arrival, counted from when the write was due', () => {
    const { account, one, two, added, asked } = makeAccount();
    added(0, 1500);
    added(3, 2500);
    added(3, 9000, two);
    expect(account.deliveries).toBe(3);
    expect([getBit(one.bits, 0), getBit(one.bits, 1), getBit(one.bits, 3)]).toEqual([true, false, true]);
    expect(countBits(two.bits)).toBe(1);
    expect(account.latency.histogram.totalCount).toBe(3);
    expect(account.latency.histogram.minNonZeroValue).toBe(1500);
    expect(account.latency.histogram.getValueAtPercentile(50)).toBe(2501); // 3 digits: 2500 and 2501 are one
    expect(account.bits()).toEqual(Buffer.concat([one.bits, two.bits]));
    expect(asked()).toBe(1);
  });

  test('counts deliveries by the half second in which they came', () => {
    const { account, added, two } = makeAccount();
    added(0);
    added(4, 99_000);
    added(9);
    added(9, 1000, two);
    added(9, 700_000);
    expect(account.spans).toEqual([2, 2]);
  });

  test('counts doubled deliveries separately, and times them once', () => {
    const { account, added } = makeAccount();
    added(2);
    added(2, 50_000);
    expect([account.deliveries, account.duplicated]).toEqual([1, 1]);
    expect(account.latency.histogram.totalCount).toBe(1);
  });

  test('checks the order per writer: writers may overtake each other', () => {
    const { account, added } = makeAccount();
    added(1); // writer 1
    added(0); // writer 0
    added(4);
    expect(account.reordered).toBe(0);
    added(2); // writer 0, after its 4
    expect([account.deliveries, account.reordered]).toEqual([4, 1]);
  });

  test('counts writes of others, removals and other changes separately', () => {
    const { account, one, added } = makeAccount();
    added('somebody-elses');
    added('w-zz');
    account.take(one, { event: 'removed', collection: 'todos', args: [{ id: 'w-1' }] }, t0_ns);
    account.take(one, { event: 'added', collection: 'lists', args: [{ id: 'w-1' }] }, t0_ns);
    expect([account.deliveries, account.unexpected, account.removed, account.others]).toEqual([0, 2, 1, 1]);
  });

  test('counts times outside of the histogram separately', () => {
    const { account, added } = makeAccount();
    added(1, -50);
    added(3, 130_000_000);
    expect(account.latency.outside).toEqual({ below: 1, beyond: 1 });
    expect(account.deliveries).toBe(2);
  });

  test('takes no more memory for a million deliveries than for a hundred thousand', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const writes = 1000;
    const many = new WriteIds('w', writes);
    const account = new Account({
      ids: many,
      groups: new Groups(writes, 1),
      due_us: Array(writes).fill(0),
      writers: 2,
      machines: 1,
      removals: [],
      start: () => ({ t0_ns, share: whole }),
      deliveries: [{ event: 'added', path: '0', identify: compileIdentifier('0') }],
    });
    const heap_bytes = (subscribers: number) => {
      for (let i = 0; i < subscribers; i++) {
        const subscriber = account.add(1n);
        for (let k = 0; k < writes; k++) {
          account.take(
            subscriber,
            { event: 'added', args: [many.idOf(k)] },
            t0_ns + BigInt(1000 * (k + i + 1)),
          );
        }
      }
      collect();
      return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    };
    const early = heap_bytes(100);
    const more = heap_bytes(900) - early;
    expect(account.latency.histogram.totalCount).toBe(1_000_000);
    // 900 subscribers: 125 bytes of bits each, and what a subscriber costs; a byte a delivery would be 900,000.
    expect(more).toBeLessThan(900 * (125 + 600));
  });

  test('of a group owes only its writes, and needs one bit for each', () => {
    const { account, added } = makeAccount(3);
    const inGroup1 = account.add(3n, { group: 1 });
    for (const k of [1, 4, 7]) added(k, 1000, inGroup1);
    added(4, 1000, inGroup1);
    added(2, 1000, inGroup1);
    added(9, 1000, inGroup1);
    expect([account.deliveries, account.duplicated, account.unexpected]).toEqual([3, 1, 2]);
    expect(account.latency.histogram.totalCount).toBe(3);
    // Ten writes in three groups: four at most in each.
    expect([inGroup1.bits.length, inGroup1.bits[0]]).toEqual([1, 0b111]);
  });

  test('takes only the missed writes from the snapshots of a new connection', () => {
    const { account, one, added } = makeAccount();
    added(0);
    added(2);
    account.disconnected(one, 'gone');
    const back_us = 450_000;
    account.reconnected(one, t0_ns + BigInt(back_us) * 1000n);
    const inSnapshot = (k: number | string) =>
      added(k, back_us - (typeof k === 'number' ? (due_us[k] as number) : 0));
    for (const k of [4, 'there-before', 0, 3, 2]) inSnapshot(k);
    expect(account).toMatchObject({ deliveries: 4, duplicated: 0, reordered: 0, unexpected: 0 });
    // Write 4 was due at 400 ms, write 3 at 300.
    expect(account.latency.histogram.getValueAtPercentile(100)).toBeCloseTo(150_000, -3);
    added(4, 60_000);
    added(1, 400_000);
    expect(account).toMatchObject({ deliveries: 5, duplicated: 1, reordered: 1 });
  });

  test('counts each write that one event shows', () => {
    const { account, one } = makeAccount();
    const batch = (...list: string[]) =>
      account.take(one, { event: 'batch', args: [list.map((id) => ({ id }))] }, t0_ns + 900_000_000n);
    batch(ids.idOf(0), ids.idOf(2), ids.idOf(1));
    expect(account).toMatchObject({ deliveries: 3, duplicated: 0, reordered: 0, unexpected: 0 });
    expect(account.latency.histogram.totalCount).toBe(3);
    batch(ids.idOf(6), ids.idOf(4), ids.idOf(4), 'another');
    expect(account).toMatchObject({ deliveries: 5, duplicated: 1, reordered: 1, unexpected: 1 });
    batch();
    expect(account.unexpected).toBe(2);
  });

  test('counts nothing after the drain', () => {
    const { account, one, added } = makeAccount();
    account.close();
    added(1);
    account.disconnected(one, 'gone');
    expect([account.deliveries, account.disconnects, countBits(one.bits)]).toEqual([0, 0, 0]);
  });
});
