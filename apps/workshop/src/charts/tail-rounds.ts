import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DeliveryRound, Round } from '@meteor-vs-mean/report';
import { decodeLatencies, type Latencies, mergeLatencies } from '@meteor-vs-mean/stats';

/** The valid fan-out rounds of one stack in a results folder. */
export interface StackRounds {
  stack: string;
  title: string;
  /** One a round. */
  latencies: Latencies[];
}

/** @throws if a file of the folder isn't there */
export function stackRounds(folder: string, titles: Readonly<Record<string, string>>): StackRounds[] {
  const rounds = readFileSync(path.join(folder, 'rounds.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Round => JSON.parse(line))
    .filter((round): round is DeliveryRound => round.kind === 'deliveries' && round.verdict === 'valid');
  return Object.entries(titles).map(([stack, title]) => {
    const latencies = rounds
      .filter((round) => round.stack === stack && round.scenario === 'fan-out')
      .map(({ round }) => path.join(folder, 'rounds', String(round).padStart(3, '0'), 'latency.hdr'))
      .map((file) => decodeLatencies(readFileSync(file, 'utf8')));
    if (latencies.length === 0) throw new Error(`${folder} has no valid fan-out round of ${stack}`);
    return { stack, title, latencies };
  });
}

/** @param percent of the deliveries that are looked at @returns milliseconds */
export const percentileOf = (latencies: Latencies, percent: number): number =>
  latencies.getValueAtPercentile(percent) / 1000;

export const merged = ({ latencies }: StackRounds): Latencies => mergeLatencies(latencies);

/** @param left share of each round's deliveries that is looked at, the quickest first */
export function meanOfPercentiles({ latencies }: StackRounds, percent: number, left: number): number {
  const each = latencies.map((round) => percentileOf(round, percent * left));
  return each.reduce((sum, value) => sum + value, 0) / each.length;
}
