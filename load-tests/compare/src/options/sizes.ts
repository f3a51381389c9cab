import type { Audience, Experiment } from '@meteor-vs-mean/measure/results';
import type { ScenarioName } from '@meteor-vs-mean/scenarios';

/** What `compare` can be asked for: its own runs, and that of accounts, whose rounds are loads x targets. */
export type Asked = Experiment | 'accounts';

/** All that `compare` does, as a manifest names it; without a flag it is `quick`. */
export const experiments: readonly Asked[] = [
  'quick',
  'full',
  'control',
  'ladder',
  'capacity',
  'curve',
  'instances',
  'accounts',
];

/** What a run is called in its report. */
export const titles: Record<Experiment, string> = {
  quick: 'Quick comparison',
  full: 'Full comparison',
  control: 'Control: what the bench sees where nothing differs',
  ladder: 'Ladder: every mode and transport',
  capacity: 'Capacity: how many users each carries',
  curve: 'Curve: what a write costs, by distinct live queries',
  instances: 'Instances: what one more costs, and what its end does',
};

/** How much a run measures. */
export interface Extent {
  readonly scenarios: readonly ScenarioName[];
  readonly stacks: readonly string[];
  /** How many subscribers share one live query; each is measured by itself. */
  readonly audiences: readonly Audience[];
  readonly duration_s: number;
  /** Seconds to wait for what hasn't come after the last write; then it is lost. */
  readonly drain_s: number;
  /** Pairs of rounds, `--rounds`; of a full run, the most. */
  readonly pairs: number;
  /** Clients at each step of the memory rounds. The first ones also warm the app up: what it loads once is in the intercept. */
  readonly steps: readonly number[];
  /** How many starts of the app the memory lines are fitted over. */
  readonly starts: number;
  /** Seconds at each step of the memory rounds in which the CPU of clients that only hold is read; 0: it isn't. */
  readonly idle_s: number;
  /** Distinct live queries at each level of a curve, fewest first. */
  readonly levels: readonly number[];
  /** When a full run no longer begins a pair, or a capacity search or a curve a round. */
  readonly limit_s: number;
}

const quick: Extent = {
  scenarios: ['fan-out', 'idle-clients'],
  stacks: ['meteor', 'mean'],
  audiences: ['one', 'own'],
  duration_s: 4,
  drain_s: 2,
  pairs: 2,
  steps: [20, 150, 300],
  starts: 1,
  // Pings come every 15 to 25 s: fewer seconds say nothing of the CPU of idle clients, and so many at each step would
  // take longer than all else. --idle 25 reads it.
  idle_s: 0,
  levels: [1, 10, 100, 500, 1000, 2000],
  limit_s: 24 * 3600,
};

/** What an experiment measures without options. */
export const extents: Record<Asked, Extent> = {
  quick,
  full: {
    ...quick,
    stacks: ['meteor', 'mean', 'smallest-meteor', 'smallest'],
    audiences: ['one', 'ten', 'own'],
    duration_s: 8,
    drain_s: 3,
    pairs: 48,
    // Equal stretches make the interval narrow, and only so many clients show what they cost in RSS.
    steps: [20, 200, 400, 600, 800, 1000],
    starts: 2,
    limit_s: 30 * 60,
  },
  control: { ...quick, audiences: ['one'], duration_s: 8, drain_s: 3, pairs: 6, starts: 2 },
  // Meteor polls every 10 s: what it finds then is late, not lost.
  ladder: { ...quick, audiences: ['one'], duration_s: 5, drain_s: 11, pairs: 2 },
  // Short: a level is either held or not, and many are tried.
  capacity: { ...quick, scenarios: ['fan-out', 'journey'], duration_s: 5, drain_s: 3, limit_s: 90 * 60 },
  // One subscriber a list: a write is one delivery at each level.
  curve: {
    ...quick,
    scenarios: ['fan-out'],
    audiences: ['own'],
    duration_s: 8,
    drain_s: 3,
    limit_s: 45 * 60,
  },
  accounts: { ...quick, scenarios: [], pairs: 6, steps: [20, 200, 400, 600] },
  // Six pairs are the fewest that an interval takes.
  instances: {
    ...quick,
    scenarios: ['fan-out'],
    audiences: ['one'],
    duration_s: 8,
    drain_s: 3,
    pairs: 6,
  },
};

/** Who come back at once, of `--accounts`. */
export const accountsClients = 500;

/** For a help text, what a part of the extent is by default: `default: 4; --full, --control 8`. */
export function standardOf(
  part: 'stacks' | 'audiences' | 'duration_s' | 'pairs' | 'steps' | 'starts' | 'idle_s' | 'levels',
): string {
  const text = (experiment: Asked) => String(extents[experiment][part]);
  const others = experiments.filter((one) => text(one) !== text('quick'));
  const each = [...Map.groupBy(others, text)].map(
    ([value, those]) => `${those.map((one) => `--${one}`).join(', ')} ${value}`,
  );
  return [`default: ${text('quick')}`, ...each].join('; ');
}

/** What else a toy run makes smaller. */
interface Rest {
  readonly experiment: Asked;
  readonly clients: number;
  readonly rate: number;
  readonly most: number;
}

/** What a toy run leaves of what was asked for: one pair of rounds of a second with a handful of clients. */
export function toyOf<Options extends Extent & Rest>(options: Options): Options {
  const { experiment, scenarios, audiences, clients, rate, idle_s, limit_s, most } = options;
  // A control or a ladder has many rounds: a toy leaves memory to the runs of two contestants.
  const isLong = experiment === 'control' || experiment === 'ladder';
  const delivering = scenarios.filter((name) => name !== 'idle-clients');
  return {
    ...options,
    scenarios: isLong && delivering.length > 0 ? delivering : scenarios,
    audiences: audiences.slice(0, 1),
    clients: Math.min(clients, 6),
    rate: Math.min(rate, 20),
    duration_s: 1,
    // Next to other tests a delivery may take more than a second, and what comes after the drain counts as lost.
    drain_s: 2,
    pairs: 1,
    steps: [2, 4],
    starts: 1,
    idle_s: Math.min(idle_s, 1),
    levels: [1, 4],
    // A loaded machine takes a minute for what is over in twenty seconds: a search shall not end early there.
    limit_s: Math.min(limit_s, 180),
    most: Math.min(most, 10),
  };
}
