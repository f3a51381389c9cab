import { type OwnTable, tablesOf } from '@meteor-vs-mean/measure/results';
import type { GridExperiment } from '@meteor-vs-mean/measure/run';
import { apps, type StackName } from '@meteor-vs-mean/testbed/stacks';
import type { AppTargets } from '../command/index.ts';
import type { RoundTestbed } from '../command/round-testbed.ts';
import { contestantsOf } from './contestants.ts';
import { clicksPart } from './parts/clicks.ts';
import { pagesPart } from './parts/pages.ts';
import type { Part } from './parts/part.ts';
import { scriptsPart } from './parts/scripts.ts';

/** What can be measured for itself, by the names that `--parts` takes. */
const parts: Readonly<Record<string, Part>> = {
  clicks: clicksPart,
  scripts: scriptsPart,
  pages: pagesPart,
};

export const partNames = Object.keys(parts);

const repeats = { toy: 1, quick: 2, full: 6 };

/** What a run is asked to measure; undefined: the size's own, both apps, all parts. */
export interface Asked {
  /** Clicks of a round. */
  count?: number | undefined;
  stacks?: readonly StackName[] | undefined;
  parts?: readonly string[] | undefined;
}

export function browserExperiment(
  targets: AppTargets,
  { count, stacks = apps.map(({ name }) => name), parts: asked = partNames }: Asked,
): GridExperiment<RoundTestbed> {
  const among = contestantsOf(stacks);
  const wanted = asked.flatMap((name) => parts[name] ?? []);
  return {
    name: 'browser',
    title: 'From one browser to another',
    question:
      'How long does a click take until another browser shows it, what comes into a browser before it can, and how soon does a page show its data and answer?',
    source: null,
    wholeAsToy: true,
    targets: [
      ...(wanted.includes(clicksPart)
        ? among.pairs.map(({ key, title, from, to }) => targets.target(key, title, [from, to]))
        : []),
      ...among.stacks.map(({ name, title }) => targets.target(name, title, [name])),
    ],
    plan: (size) => {
      const planned = wanted.map((part) => part({ size, count, among, targets }));
      return {
        repeats: repeats[size],
        loads: planned.flatMap(({ loads }) => loads),
        ...tablesOf(planned.flatMap(({ tables }): readonly OwnTable[] => tables)),
        claims: planned.flatMap(({ claims }) => claims),
      };
    },
  };
}
