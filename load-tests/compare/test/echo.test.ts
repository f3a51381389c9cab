import { expect, test } from 'vitest';
import { assertStores } from '../src/contestants/environments.ts';
import { runHere } from './run-here.ts';

test('the echo is a stack as any other: each delivery of each transport is accounted for', async () => {
  const transports = ['socketio', 'ddp', 'ddp-sockjs'];
  const echo = ['--stacks', 'echo', '--scenarios', 'fan-out', '--transport', transports.join(',')];
  const { rounds, summary } = await runHere([...echo, '--toy', '--generators', '2'], { noneAgain: true });
  const deliveries = rounds.filter((round) => round.kind === 'deliveries');
  expect(deliveries.map(({ contestant }) => contestant)).toEqual(['echo', 'echo ddp', 'echo ddp-sockjs']);
  expect(summary.plan.contestants.map(({ transport }) => transport)).toEqual(transports);
  for (const round of deliveries) {
    expect(round).toMatchObject({ subscribers: 6, verdict: 'valid', lost: 0, duplicated: 0, unexpected: 0 });
    expect(round).toMatchObject({ extensions: '', witnesses: { checked: 0, differing: 0 } });
    expect(round.scheduled).toBeGreaterThan(0);
    expect([round.sent, round.acknowledged, round.stored]).toEqual(Array(3).fill(round.scheduled));
    expect([round.expected, round.delivered]).toEqual(Array(2).fill(6 * round.scheduled));
    expect(round.p50_ms).toBeGreaterThan(0);
  }
  expect(summary.comparisons.map(({ a, b }) => `${a} / ${b}`)).toContain('echo / echo ddp');
}, 120_000);

test('the echo runs no scenario that holds documents', () => {
  assertStores(['mean', 'echo'], ['fan-out']);
  assertStores(['mean'], ['fan-out', 'idle-clients']);
  expect(() => assertStores(['mean', 'echo'], ['fan-out', 'idle-clients'])).toThrow(
    "--scenarios: echo stores nothing, so it can't run idle-clients: use --scenarios fan-out",
  );
});
