import type { AppContestant, DeliveryRound, Layout } from '../../src/results/index.ts';
import { deliveryRound, type Fixture, fixture, mean, meteor } from './fixture.ts';

/** The contestant as so many instances. */
export function spread(one: AppContestant, count: number, layout: Layout): AppContestant {
  const key = `${one.key} ${count} instances${{ idle: '', apart: ' apart', killed: ' one killed' }[layout]}`;
  return { ...one, key, variant: { ...one.variant, instances: { count, layout } } };
}

/**
 * A run of `--instances 1,2`: of two instances Meteor's idle one uses 0.6 ms for each of 100 writes, MEAN's 0.2 ms. Mode
 * `emit` loses all that is written at another instance, and the clients of Meteor's killed one miss 10 of 2,500 deliveries.
 */
export function instancesFixture(): Fixture {
  const deliveries: ReturnType<typeof deliveryRound>[] = [];
  const add = (
    contestant: AppContestant,
    pair: number,
    options: Parameters<typeof deliveryRound>[3],
    rest: Partial<DeliveryRound> = {},
  ) => {
    const made = deliveryRound(contestant, deliveries.length + 1, pair, options);
    deliveries.push({ ...made, round: { ...made.round, ...rest } });
  };
  const both = [meteor, mean];
  const idle = both.map((one) => spread(one, 2, 'idle'));
  for (const pair of [1, 2]) {
    for (const one of both) add(one, pair, { cpu: one === meteor ? 30 : 15 });
    for (const one of idle) {
      const cpu_ms = one.stack === 'meteor' ? 60 : 20;
      add(
        one,
        pair,
        { cpu: one.stack === 'meteor' ? 33 : 16 },
        { idleInstance: { cpu_ms, waiting_ms: 1, rss_bytes: 120e6, heap_bytes: 50e6 } },
      );
    }
  }
  const emit = { ...mean, key: 'mean emit', mode: 'emit' };
  const apart = [meteor, mean, emit].map((one) => spread(one, 2, 'apart'));
  const nothingCame = { appCpu_ms_per_1000: null, mongodCpu_ms_per_1000: null };
  for (const one of apart) {
    if (one.mode === 'emit') add(one, 1, { lost: 5000 }, nothingCame);
    else add(one, 1, {});
  }
  const killed = both.map((one) => spread(one, 2, 'killed'));
  for (const one of killed) {
    const lost = one.stack === 'meteor' ? 10 : 0;
    add(
      one,
      1,
      { lost },
      { killedInstance: { at_ms: 4000, clients: 25, expected: 2500, delivered: 2500 - lost, lost } },
    );
  }
  const [meteorIdle, meanIdle] = idle as [AppContestant, AppContestant];
  return fixture({
    experiment: 'instances',
    contestants: [...both, ...idle, ...apart, ...killed],
    comparisons: [
      { title: null, a: 'meteor', b: 'mean' },
      { title: null, a: meteorIdle.key, b: meanIdle.key },
    ],
    deliveries,
  });
}
