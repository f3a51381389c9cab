import { mending } from '@meteor-vs-mean/bench';
import type { Contestant } from '@meteor-vs-mean/report';
import { type Choices, contestantOf } from '../contestants.ts';
import type { Experiment, Setting } from '../experiment.ts';
import type { Options } from '../options.ts';
import type { PlannedDeliveries } from '../plan.ts';
import { scenarios } from '../scenario.ts';
import { deliveryRounds, neededDeliveries } from './delivery-rounds.ts';
import { memoryRounds, neededMemory } from './memory-rounds.ts';

/** Every mode and transport of each stack with both kinds of writer and once with `w: 1`, and its strategies. */
export function ladder(options: Options, stacks: readonly Choices[], setting: Setting): Experiment {
  const rungs = stacks.map((stack) => rungsOf(stack, options, setting));
  const contestants = rungs.flatMap(({ rows }) => rows);
  // What the server keeps for each client depends on the strategy; modes, transports and writers don't touch it.
  const weighed = stacks.flatMap((stack) => [contestantOf(stack), ...strategiesOf(stack)]);
  const rounds = [
    ...deliveryRounds(options, contestants, options.pairs).map(namingItsDriver),
    ...memoryRounds(options, weighed),
  ];
  return {
    contestants,
    notRun: rungs.flatMap(({ notRun }) => notRun),
    comparisons: rungs.flatMap(({ rows: [base, ...others] }) =>
      others.flatMap(({ key }) =>
        base ? [{ title: `${key}, over ${base.key} as it comes`, a: key, b: base.key }] : [],
      ),
    ),
    needed: [...neededDeliveries(options, contestants, options.pairs), ...neededMemory(options, weighed)],
    total: rounds.length,
    rounds: (sofar) => mending(rounds, sofar),
    goesOn: true,
  };
}

interface Rungs {
  /** The first is the stack as it comes. */
  rows: Contestant[];
  notRun: { what: string; reason: string }[];
}

/** How many rows of each stack a toy has: as it comes, and one mode with either writer and with `w: 1`. */
const toyRows = 4;

function rungsOf(stack: Choices, { modes, transports, toy }: Options, setting: Setting): Rungs {
  const notRun: Rungs['notRun'] = [];
  const there = only(modes, stack.name, stack.modes).filter((mode) => {
    const reason = setting.missingMode(stack.name, mode);
    if (reason !== null) notRun.push({ what: `${stack.name} ${mode}`, reason });
    return reason === null;
  });
  const rows = there.flatMap((mode) =>
    only(transports, stack.name, stack.transports).flatMap((transport) => [
      contestantOf(stack, { mode, transport }),
      contestantOf(stack, { mode, transport, writer: 'database' }),
      contestantOf(stack, { mode, transport, writeConcern: '1' }),
    ]),
  );
  const base = contestantOf(stack);
  const all = [base, ...rows.filter(({ key }) => key !== base.key), ...strategiesOf(stack)];
  return { rows: all.slice(0, toy ? toyRows : undefined), notRun };
}

function strategiesOf(stack: Choices): Contestant[] {
  return (stack.strategies ?? []).map((strategy) => contestantOf(stack, { strategy }));
}

/** Those of a stack's that were asked for; all if none of them was. */
function only(asked: readonly string[], stack: string, known: readonly string[]): readonly string[] {
  const found = known.filter((name) => asked.includes(name) || asked.includes(`${stack}:${name}`));
  return found.length > 0 ? found : known;
}

/** A driver may not serve a cursor with a limit: then the row names the one that did. */
function namingItsDriver(planned: PlannedDeliveries): PlannedDeliveries {
  return { ...planned, anyDriver: scenarios[planned.scenario].window !== undefined };
}
