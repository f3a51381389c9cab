import { watchSurroundings } from '@meteor-vs-mean/measure/run';
import { startMongo } from '@meteor-vs-mean/testbed/mongo';
import { expect, test, vi } from 'vitest';
import { runHere } from './run-here.ts';

vi.mock('../../../packages/measure/src/run/surroundings.ts', { spy: true });

test('in a memory round a mongod that was there before is not of others', { timeout: 120_000 }, async () => {
  const mongo = await startMongo({ url: '' });
  try {
    vi.stubEnv('MONGO_URL', mongo.url);
    const { rounds } = await runHere(['--stacks', 'smallest', '--scenarios', 'idle-clients', '--toy']);
    expect(rounds.map(({ kind }) => kind)).toEqual(['memory']);
    const roots = vi.mocked(watchSurroundings).mock.calls.map(([ours]) => ours);
    expect(roots).toEqual([[process.pid, mongo.pid]]);
  } finally {
    vi.unstubAllEnvs();
    await mongo.stop();
  }
});
