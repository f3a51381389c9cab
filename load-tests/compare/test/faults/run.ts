import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Progress, run } from '@meteor-vs-mean/bench';
import { type DeliveryRound, readCompare } from '@meteor-vs-mean/results';
import { openComparison } from '../../src/comparison.ts';
import type { Between } from '../../src/context/network.ts';
import type { Interference } from '../../src/context/open-context.ts';
import { parsed } from '../parsed.ts';

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

/** FAULTS_SHOW prints what goes on. */
const show = process.env.FAULTS_SHOW ? console.log : () => {};
const progress: Progress = { say: show, step: show, done: () => {} };

/** Runs a comparison of one stack, whose rounds are interfered with one after the other. @returns the rounds */
export async function runWith(load: Load, injected: readonly Injected[]): Promise<Seen[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faults-'));
  try {
    const out = path.join(folder, 'results');
    const args = ['--stacks', load.stack, '--scenarios', 'fan-out', '--no-install', '--out', out];
    const numbers = [
      '--audience',
      'one',
      '--clients',
      load.clients,
      '--rate',
      load.rate,
      '--duration',
      load.duration_s,
    ];
    const options = parsed(...args, ...numbers.map(String), '--rounds', String(injected.length));
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
    const signal = new AbortController().signal;
    const { size, seed } = options;
    await run(
      {
        kind: 'compare',
        experiment: 'quick',
        size,
        seed,
        command: 'a test',
        options,
        sources: [],
        out,
        resume: undefined,
      },
      (opening) => openComparison(options, opening, interference),
      { progress, signal },
    );
    const { rounds, latencies } = await readCompare(out);
    return rounds.flatMap((one) =>
      one.kind === 'deliveries'
        ? [{ ...one, min_ms: (latencies.get(one.round)?.minNonZeroValue ?? 0) / 1000 }]
        : [],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
