import type { Options } from './options.ts';

/**
 * What TOY=1 leaves of what was asked for: one pair of rounds of a second with a handful of clients. It shows that a
 * command works; with its figures nothing can be said.
 */
export function asToy(options: Options): Options {
  const { experiment, scenarios, clients, rate, idle_s, limit_s, most } = options;
  // Their rounds are many: memory is left to the runs of two contestants.
  const isLong = experiment === 'control' || experiment === 'ladder';
  const delivering = scenarios.filter((name) => name !== 'idle-clients');
  return {
    ...options,
    scenarios: isLong && delivering.length > 0 ? delivering : scenarios,
    clients: Math.min(clients, 6),
    rate: Math.min(rate, 20),
    duration_s: 1,
    drain_s: 1,
    pairs: 1,
    steps: [2, 4],
    starts: 1,
    idle_s: Math.min(idle_s, 1),
    limit_s: Math.min(limit_s, 60),
    most: Math.min(most, 10),
  };
}
