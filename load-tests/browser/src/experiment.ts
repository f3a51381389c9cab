import { type GridExperiment, ownClaim, ownTables } from '@meteor-vs-mean/bench';
import { tablesOf } from '@meteor-vs-mean/results';
import { apps } from '@meteor-vs-mean/stacks';
import type { AppStage, AppTargets } from '@meteor-vs-mean/stage';
import { measureClicks } from './clicks.ts';
import { measureVisit } from './scripts.ts';

const stacks = apps.map(({ name }) => name);
/** Who clicks, and who looks. */
const pairs = apps.flatMap((from) =>
  apps.map((to) => ({
    key: `${from.name}-${to.name}`,
    title: `${from.title} to ${to.title}`,
    from: from.name,
    to: to.name,
  })),
);

const sizes = {
  toy: { repeats: 1, count: 3, warmUp: 2 },
  quick: { repeats: 2, count: 40, warmUp: 10 },
  full: { repeats: 6, count: 100, warmUp: 10 },
};

/** @param count clicks of a round; undefined: the size's own */
export function browserExperiment(targets: AppTargets, count: number | undefined): GridExperiment<AppStage> {
  return {
    name: 'browser',
    title: 'From one browser to another',
    question:
      'How long does a click take until another browser shows it, and what comes into a browser before it can?',
    source: null,
    wholeAsToy: true,
    targets: [
      ...pairs.map(({ key, title, from, to }) => targets.target(key, title, [from, to])),
      ...apps.map(({ name, title }) => targets.target(name, title, [name])),
    ],
    plan: (size) => {
      const { repeats, ...standard } = sizes[size];
      const clicks = { ...standard, count: count ?? standard.count };
      return {
        repeats,
        loads: [
          {
            key: 'click',
            title: `${clicks.count} clicks, one at a time`,
            targets: pairs.map(({ key }) => key),
            baseline: 'mean-mean',
            measure: async (target, stage) => {
              const pair = pairs.find(({ key }) => key === target) as (typeof pairs)[number];
              const [from, to] = [await targets.built(pair.from), await targets.built(pair.to)];
              return measureClicks(from, to, clicks, stage);
            },
          },
          {
            key: 'visit',
            title: 'a first visit to the page of a list',
            targets: stacks,
            baseline: 'mean',
            // Bytes hardly vary.
            repeats: 1,
            measure: async (target, stage) => measureVisit(await targets.built(target), stage),
          },
        ],
        ...tablesOf([
          ...ownTables(
            {
              rows: ['click'],
              columns: pairs.map(({ key }) => key),
              baseline: 'mean-mean',
              notes: clickNotes,
            },
            [
              ['p50', 'half of the clicks are shown within', 'ms'],
              ['p95', '95 of 100 clicks are shown within', 'ms'],
              [
                'clocksApart',
                'the clocks of the two pages lie apart by',
                'ms',
                {
                  baseline: null,
                  notes: [
                    'By how much the reader’s clock is later than the writer’s: that is taken off each time.',
                  ],
                },
              ],
            ],
          ),
          ...ownTables({ rows: ['visit'], columns: stacks, baseline: 'mean' }, [
            ['received', 'JavaScript over the wire, with its headers', 'KB'],
            ['raw', 'JavaScript as the browser runs it', 'KB'],
            ['files', 'files of JavaScript', ''],
          ]),
        ]),
        claims: [
          ownClaim('click', 'a click on Meteor over one on MEAN', {
            figure: 'p50_ms',
            load: 'click',
            over: ['meteor-meteor', 'mean-mean'],
          }),
        ],
      };
    },
  };
}

const clickNotes = [
  'From the click’s own timeStamp in one page until a MutationObserver in the other sees the row change; painting comes after. A click that doesn’t show within 5 s is lost, and slower than all that came.',
];
