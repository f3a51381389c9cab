import type { Surroundings } from '../results/round.ts';
import { describeOthers } from '../run/surroundings.ts';
import { above, percent, type Rule } from './rule.ts';

/** Null where they couldn't be read: then no rule is broken. */
export interface MachineReadings {
  surroundings: Surroundings | null;
}

/** Of all cores: 0.1 of a core where there are two. */
const others = 0.05;
/** One MiB. A few pages of a program that nobody looks at may come and go. */
const mostSwapped_pages = 256;
/** Limits of CPU, heat, other virtual machines: each may withhold so much of the window. */
const withheld = 0.01;
/** More than what sets a clock right little by little (500 ppm) does in a minute. */
const clock_ms = 50;

export const clockSet: Rule<MachineReadings> = {
  code: 'clock-jumped',
  blames: 'machine',
  ofSpeed: true,
  eitherWay: true,
  rule: `the wall clock and the one that measures stay within ${clock_ms} ms of each other`,
  reading: ({ surroundings }) =>
    surroundings && Math.abs(surroundings.clockOff_ms) > clock_ms
      ? `${surroundings.clockOff_ms.toFixed(0)} ms`
      : null,
  remedy: 'Look for what set the clock, or let the machine sleep, and run again',
};

export const swapping: Rule<MachineReadings> = {
  code: 'swapping',
  severity: 'noisy',
  blames: 'machine',
  ofSpeed: true,
  rule: `at most ${mostSwapped_pages} pages go to swap or come from it`,
  reading: ({ surroundings }) => {
    const pages = surroundings?.swapped_pages ?? 0;
    return pages > mostSwapped_pages ? `${pages} pages` : null;
  },
  remedy: 'Free memory, or use fewer clients',
};

export const machineRules: readonly Rule<MachineReadings>[] = [
  clockSet,
  {
    code: 'machine-busy',
    severity: 'noisy',
    blames: 'machine',
    ofSpeed: true,
    rule: `all other processes use at most ${percent(others)} of the cores, and what sampling may add (the system samples a core a hundred times a second: 0.1 of a core in a window of 2 s, 0.03 in one of 20 s)`,
    threshold: ({ surroundings }) => {
      const cores = surroundings?.cores ?? 0;
      return `all other processes use at most ${(others * cores).toFixed(2)} of a core (${percent(others)} of ${cores} cores), and what sampling may add`;
    },
    reading: ({ surroundings }) => {
      if (!surroundings?.others) return null;
      const { cores, uncertain = 0 } = surroundings.others;
      return cores <= others * surroundings.cores + uncertain ? null : describeOthers(surroundings.others);
    },
    remedy: 'Stop what else runs on this machine',
  },
  swapping,
  {
    code: 'throttled',
    severity: 'noisy',
    blames: 'machine',
    ofSpeed: true,
    rule: `a CPU limit of the container or service holds it up at most ${percent(withheld)} of the window`,
    reading: ({ surroundings }) => above(surroundings?.limited ?? null, withheld, 1),
    remedy: 'Raise or lift the CPU limit (docker --cpus, CPUQuota=, limits.cpu)',
  },
  {
    code: 'throttled',
    severity: 'noisy',
    blames: 'machine',
    ofSpeed: true,
    rule: `heat slows a core down at most ${percent(withheld)} of the window`,
    reading: ({ surroundings }) => above(surroundings?.hot ?? null, withheld, 1),
    remedy: 'Let the machine cool down, put it on mains power, or lower the rate',
  },
  {
    code: 'cores-stolen',
    severity: 'noisy',
    blames: 'machine',
    ofSpeed: true,
    rule: `other virtual machines take at most ${percent(withheld)} of the cores' time`,
    reading: ({ surroundings }) => above(surroundings?.stolen ?? null, withheld, 1),
    remedy: 'Run when the host is quieter, or on a machine of your own',
  },
];
