import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Progress } from '@meteor-vs-mean/bench';
import { type DeliveryRound, readResults } from '@meteor-vs-mean/report';
import { decodeLatencies } from '@meteor-vs-mean/stats';
import type { Between } from '../../src/between.ts';
import { parseOptions } from '../../src/options.ts';
import { type Interference, runComparison } from '../../src/run.ts';

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
    const numbers = ['--clients', load.clients, '--rate', load.rate, '--duration', load.duration_s];
    const command = parseOptions([...args, ...numbers.map(String), '--rounds', String(injected.length)], {
      stacks: ['meteor', 'mean'],
    });
    if (command.do !== 'run') throw new Error('These options run nothing');
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
    await runComparison(command.options, 'a test', progress, signal, interference);
    const { rounds } = await readResults(out);
    return await Promise.all(rounds.map((one) => withMinimum(out, one as DeliveryRound)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withMinimum(out: string, round: DeliveryRound): Promise<Seen> {
  const file = path.join(out, 'rounds', String(round.round).padStart(3, '0'), 'latency.hdr');
  const latencies = decodeLatencies(await readFile(file, 'utf8'));
  return { ...round, min_ms: latencies.minNonZeroValue / 1000 };
}
