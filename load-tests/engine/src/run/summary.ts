import type { Account } from '../account/account.ts';
import type { Calls } from '../account/call-account.ts';
import { decodeHistogram } from '../account/histogram.ts';
import type { MachinesFile } from '../machines/whole.ts';
import type { Outcome } from '../results/outcome.ts';
import { groupsOf, type Run } from '../results/results.ts';

/** One line for the terminal: the outcome of the writes and deliveries, and the latency. */
export function summarise(run: Run, outcome: Outcome): string {
  const { latency, subscribers, dir } = run;
  const { scheduled, sent, acknowledged, refused, expected, unanswered, owedBy } = outcome;
  const { count } = groupsOf(run);
  const answers =
    owedBy === 'sent'
      ? 'no answer asked for'
      : `${acknowledged} acknowledged, ${refused} refused, ${expected > 0 ? `${expected} refused as expected, ` : ''}${unanswered} unanswered`;
  return (
    `pubsub: ${scheduled} writes scheduled, ${sent} sent, ${answers}; ` +
    `to ${subscribers.length} subscribers${count > 1 ? ` in ${count} groups` : ''} ${deliveriesOf(outcome)}; ${timesOf(latency)}; ${dir}`
  );
}

/** One line for the terminal about clients that held without a schedule. */
export function summariseHeld(account: Account, calls: Calls, dir: string): string {
  const { subscribers, others, removed, disconnects } = account;
  const { sent, acknowledged, refused, expected, unanswered } = calls;
  return (
    `pubsub: ${subscribers.length} clients held, ${others + removed} changes, ${disconnects} disconnects; ` +
    `${sent} calls, ${acknowledged} answered, ${refused} refused, ${expected > 0 ? `${expected} failed as expected, ` : ''}${unanswered} unanswered; ${dir}`
  );
}

/** One line for the terminal, the same on every machine: the account of all machines, and their clocks. */
export function summariseMachines({
  run,
  machines,
  subscribers,
  outcome,
  own,
  across,
}: MachinesFile): string {
  const between = decodeHistogram(across.latency).getValueAtPercentile(50) / 1000;
  const bound = `clocks within ${across.bound_ms.toFixed(1)} ms`;
  return (
    `pubsub: ${machines.length} machines in the run ${run}, ${subscribers} subscribers: ${deliveriesOf(outcome)}; ` +
    `from a writer of the same machine ${timesOf(decodeHistogram(own))}; from another one ` +
    `${across.isVoid ? `void: ${bound}, and that is more than its p50` : `p50 ${between.toFixed(1)} ms, ${bound}`}`
  );
}

function deliveriesOf({ owed, owedBy, seen, lost, doubled, outOfOrder }: Outcome): string {
  return (
    `${owed} deliveries owed (of ${owedBy} writes), ${seen} seen, ${lost} lost, ${doubled} doubled, ` +
    `${outOfOrder} out of order`
  );
}

function timesOf(latency: Run['latency']): string {
  if (latency.totalCount === 0) return 'no latency';
  const ms = (percentile: number) => (latency.getValueAtPercentile(percentile) / 1000).toFixed(1);
  return `p50 ${ms(50)} p95 ${ms(95)} p99 ${ms(99)} max ${(latency.maxValue / 1000).toFixed(1)} ms`;
}
