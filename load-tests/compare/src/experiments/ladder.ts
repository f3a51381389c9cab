import type { AppContestant, Audience } from '@meteor-vs-mean/measure/results';
import { withRetries } from '@meteor-vs-mean/measure/run';
import { type Choices, chosen, contestantOf } from '../contestants/contestants.ts';
import type { Options } from '../options/options.ts';
import type { ExperimentPlan, Setting } from './plan.ts';
import { deliveryRounds, memoryRounds, neededRounds } from './rounds.ts';

/**
 * Every mode and transport of each stack with both kinds of writer and once with `w: 1`, and its strategies; for each
 * audience.
 */
export function ladder(options: Options, stacks: readonly Choices[], setting: Setting): ExperimentPlan {
  const inAudience = <Row>(of: (stack: Choices, audience: Audience) => Row): Row[] =>
    options.audiences.flatMap((audience) => stacks.map((stack) => of(stack, audience)));
  const rungs = inAudience((stack, audience) => rungsOf(stack, audience, options, setting));
  const contestants = rungs.flatMap(({ rows }) => rows);
  // What the server keeps for each client depends on the strategy; modes, transports and writers don't touch it.
  const weighed = inAudience((stack, audience) => [
    contestantOf(stack, { audience }),
    ...strategiesOf(stack, audience),
  ]).flat();
  const rounds = [...deliveryRounds(options, contestants, options.pairs), ...memoryRounds(options, weighed)];
  return {
    contestants,
    // What a stack hasn't is the same for every audience.
    notRun: rungs.slice(0, stacks.length).flatMap(({ notRun }) => notRun),
    comparisons: rungs.flatMap(({ rows: [base, ...others] }) =>
      others.flatMap(({ key }) =>
        base ? [{ title: `${key}, compared with ${base.key}`, a: key, b: base.key }] : [],
      ),
    ),
    needed: neededRounds(options, { of: contestants, rounds: options.pairs }, weighed),
    total: rounds.length,
    rounds: (sofar) => withRetries(rounds, sofar),
    goesOn: true,
  };
}

interface Rungs {
  /** The first is the stack as it comes. */
  rows: AppContestant[];
  notRun: { what: string; reason: string }[];
}

/** How many rows of each stack a toy has: as it comes, and one mode with either writer and with `w: 1`. */
const toyRows = 4;

function rungsOf(
  stack: Choices,
  audience: Audience,
  { modes, transports, size }: Options,
  setting: Setting,
): Rungs {
  const notRun: Rungs['notRun'] = [];
  const there = chosen(modes, stack.name, stack.modes, stack.modes).filter((mode) => {
    const reason = setting.missingMode(stack.name, mode);
    if (reason !== null) notRun.push({ what: `${stack.name} ${mode}`, reason });
    return reason === null;
  });
  const rows = there.flatMap((mode) =>
    chosen(transports, stack.name, stack.transports, stack.transports).flatMap((transport) => [
      contestantOf(stack, { mode, transport, audience }),
      ...(stack.storesNothing
        ? []
        : [
            contestantOf(stack, { mode, transport, audience, writer: 'database' }),
            contestantOf(stack, { mode, transport, audience, writeConcern: '1' }),
          ]),
    ]),
  );
  const base = contestantOf(stack, { audience });
  const all = [base, ...rows.filter(({ key }) => key !== base.key), ...strategiesOf(stack, audience)];
  return { rows: all.slice(0, size === 'toy' ? toyRows : undefined), notRun };
}

function strategiesOf(stack: Choices, audience: Audience): AppContestant[] {
  return (stack.strategies ?? []).map((strategy) => contestantOf(stack, { strategy, audience }));
}
