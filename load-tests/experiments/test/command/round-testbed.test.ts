import type { PlannedCell } from '@meteor-vs-mean/measure/results';
import { type Load, measureCell, watchSurroundings } from '@meteor-vs-mean/measure/run';
import { Testbed } from '@meteor-vs-mean/testbed';
import type { Mongo } from '@meteor-vs-mean/testbed/mongo';
import { expect, test, vi } from 'vitest';
import { openRound, type RoundTestbed } from '../../src/command/round-testbed.ts';

vi.mock('../../../../packages/measure/src/run/surroundings.ts', { spy: true });

test.for([
  ['a mongod that was there before is not of others', 4711, [process.pid, 4711]],
  ['a MongoDB elsewhere has no process here', undefined, [process.pid]],
] as const)('%s', async ([, pid, roots]) => {
  const load = {
    key: 'a',
    measure: async () => ({ figures: { a: 1 }, accounts: [{ what: 'a', owed: 1, seen: 1 }] }),
  };
  const planned = { repeat: 1, load, target: 'a', again: false } as unknown as PlannedCell<
    Load<RoundTestbed>
  >;
  const mongo = { pid, url: 'mongodb://127.0.0.1:9', stop: async () => {} } as unknown as Mongo;
  await using testbed = new Testbed({ mongo, name: 'a', env: {} });
  const scene = { size: 'toy', seed: 1, signal: new AbortController().signal } as const;
  await measureCell(planned, 1, (opened) => openRound(testbed, opened), scene);
  expect(watchSurroundings).toHaveBeenLastCalledWith([...roots], expect.anything());
});
