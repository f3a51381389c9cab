import type { Checkpoint } from '../checkpoint.ts';
import { newestRun, ratioOf, slowNetwork_ms, subscribers } from '../fan-out-runs.ts';
import { type Finding, missing, ok } from '../finding.ts';
import { readNotes } from '../notes.ts';
import { findingOf } from './fan-out.ts';

const [, count] = subscribers;
const command = `npm run compare -- --scenarios fan-out --clients ${count} --rate 8 --rounds 2 --latency ${slowNetwork_ms}ms`;

/** The run of exercise 3 with the middle number of subscribers, over a slow network. */
export const checkpoint: Checkpoint = async ({ notes, results }) => {
  const prediction = (await readNotes('predictions', notes)).findLast(({ of }) => of === 'latency');
  const slow = await newestRun(results, count, true);
  if (!slow) {
    const says = `nothing was measured at ${slowNetwork_ms} ms yet`;
    return [missing('Slow network', says, command)];
  }
  const { latency_ms, measured, by } = slow.manifest.network;
  const findings: Finding[] = [];
  if (latency_ms < slowNetwork_ms || !measured) {
    const says = `the newest run had ${latency_ms} ms one way`;
    findings.push(missing('Network', says, command));
  } else {
    const says = `${by}: ${latency_ms} ms one way, a round trip measured as ${measured.roundTrip_ms.toFixed(1)} ms`;
    findings.push(ok('Network', says));
  }
  findings.push(findingOf(count, slow, prediction));
  const quick = await newestRun(results, count, false);
  const [before, now] = [quick && ratioOf(quick), ratioOf(slow)];
  if (typeof before === 'number' && now !== null) {
    const says = `without the network between them the ratio was ${before.toFixed(2)}, with it ${now.toFixed(2)}`;
    findings.push(ok('Compared', says));
  }
  return findings;
};
