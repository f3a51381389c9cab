import type { Checkpoint } from '../checkpoint.ts';
import { type Finding, missing, ok } from '../finding.ts';
import { readNotes } from '../notes.ts';
import {
  commandFor,
  isOf,
  type Question,
  questionsOf,
  ratioOf,
  slowNetwork_ms,
  workshopRuns,
} from '../questions.ts';
import { findingOf } from './fan-out.ts';

/** The shared list of exercise 3, over a slow network. */
export const checkpoint: Checkpoint = async ({ notes, results }) => {
  const prediction = (await readNotes('predictions', notes)).findLast(({ of }) => of === 'latency');
  const [question] = questionsOf('latency') as [Question];
  const runs = await workshopRuns(results);
  const slow = runs.find((run) => isOf(run, question));
  if (!slow) {
    const says = `nothing was measured with a latency of ${slowNetwork_ms} ms yet`;
    return [missing('Slow network', says, commandFor(question))];
  }
  const { latency_ms, measured, by } = slow.manifest.network;
  const roundTrip = measured ? `, a round trip measured as ${measured.roundTrip_ms.toFixed(1)} ms` : '';
  const findings: Finding[] = [
    ok('Network', `${by}: ${latency_ms} ms one way${roundTrip}`),
    findingOf(question, slow, prediction),
  ];
  const quick = runs.find((run) => isOf(run, { ...question, isSlow: false }));
  const [before, now] = [quick && ratioOf(quick, question), ratioOf(slow, question)];
  if (typeof before === 'number' && now !== null) {
    const says = `without the slow network the ratio was ${before.toFixed(2)}, with it ${now.toFixed(2)}`;
    findings.push(ok('Compared', says));
  }
  return findings;
};
