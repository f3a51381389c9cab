import type { Reason, Surroundings } from '@meteor-vs-mean/report';
import { makeRules, percent } from './rules.ts';

export const machineThresholds = {
  /** Of all cores: 0.1 of a core where there are two. */
  others: 0.05,
  /** One MiB. A few pages of a program that nobody looks at may come and go. */
  swapped_pages: 256,
  /** Limits of CPU, heat, other virtual machines: each may withhold so much of the window. */
  withheld: 0.01,
  /** More than what sets a clock right little by little (500 ppm) does in a minute. */
  clock_ms: 50,
} as const;

/**
 * The rules that were broken by what else went on meanwhile.
 * @param surroundings null: they couldn't be read, and break none
 */
export function judgeMachine(surroundings: Surroundings | null): Reason[] {
  const { reasons, rule } = makeRules();
  if (!surroundings) return reasons;
  const { clockOff_ms, others, cores, swapped_pages, limited, hot, stolen } = surroundings;
  rule(
    Math.abs(clockOff_ms) > machineThresholds.clock_ms,
    'clock-jumped',
    `the wall clock and the one that measures stay within ${machineThresholds.clock_ms} ms of each other`,
    `${clockOff_ms.toFixed(0)} ms`,
    'Look for what set the clock, or let the machine sleep, and run again',
  );
  const most_cores = machineThresholds.others * cores;
  const uncertain = others?.uncertain ?? 0;
  rule(
    others !== null && others.cores > most_cores + uncertain,
    'machine-busy',
    `all other processes use at most ${most_cores.toFixed(2)} of a core (${percent(machineThresholds.others)} of ${cores} cores), and what it may read beside that`,
    `${others?.cores.toFixed(2)}${uncertain === 0 ? '' : ` ± ${uncertain.toFixed(2)}`} of a core${others?.busiest ? `, most of it ${others.busiest}` : ''}`,
    'Stop what else runs on this machine',
  );
  rule(
    swapped_pages !== null && swapped_pages > machineThresholds.swapped_pages,
    'swapping',
    `at most ${machineThresholds.swapped_pages} pages go to swap or come from it`,
    `${swapped_pages} pages`,
    'Free memory, or use fewer clients',
  );
  const most = percent(machineThresholds.withheld);
  rule(
    limited !== null && limited > machineThresholds.withheld,
    'throttled',
    `a CPU limit of the container or service holds it up at most ${most} of the window`,
    percent(limited ?? 0, 1),
    'Raise or lift the CPU limit (docker --cpus, CPUQuota=, limits.cpu)',
  );
  rule(
    hot !== null && hot > machineThresholds.withheld,
    'throttled',
    `heat slows a core down at most ${most} of the window`,
    percent(hot ?? 0, 1),
    'Let the machine cool down, put it on mains power, or lower the rate',
  );
  rule(
    stolen !== null && stolen > machineThresholds.withheld,
    'cores-stolen',
    `other virtual machines take at most ${most} of the cores' time`,
    percent(stolen ?? 0, 1),
    'Run when the host is quieter, or on a machine of your own',
  );
  return reasons;
}
