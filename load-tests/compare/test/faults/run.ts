import type { DeliveryRound } from '@meteor-vs-mean/measure/results';
import type { Between } from '../../src/context/network.ts';
import type { Interference } from '../../src/context/open-context.ts';
import { runHere } from '../run-here.ts';

/** What is done to one round. */
export interface Injected {
  between?: Between;
  onRound?: NonNullable<Interference['onRound']>;
}

export interface Seen extends DeliveryRound {
  /** The shortest latency in its histogram. */
  min_ms: number;
}

export interface Load {
  stack: string;
  clients: number;
  rate: number;
  duration_s: number;
}

/** Runs a comparison of one stack, whose rounds are interfered with one after the other. @returns the rounds */
export async function runWith(load: Load, injected: readonly Injected[]): Promise<Seen[]> {
  const numbers = [
    '--audience',
    'one',
    '--clients',
    load.clients,
    '--rate',
    load.rate,
    '--duration',
    load.duration_s,
    '--rounds',
    injected.length,
  ];
  let round = 0;
  const interference: Interference = {
    noneAgain: true,
    between: async (target) => {
      round++;
      const { between } = injected[round - 1] as Injected;
      return between
        ? between(target)
        : { url: `http://${target.host}:${target.port}`, close: async () => {} };
    },
    onRound: async (underWay) => injected[round - 1]?.onRound?.(underWay),
  };
  const { rounds, latencies } = await runHere(
    ['--stacks', load.stack, '--scenarios', 'fan-out', '--no-install', ...numbers.map(String)],
    interference,
  );
  return rounds.flatMap((one) =>
    one.kind === 'deliveries'
      ? [{ ...one, min_ms: (latencies.get(one.round)?.minNonZeroValue ?? 0) / 1000 }]
      : [],
  );
}
