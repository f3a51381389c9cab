import type { PlannedClaim, Size } from '@meteor-vs-mean/measure/results';
import {
  type OwnTable,
  ownClaim,
  ownTables,
  plannedTables,
  type SampledExperiment,
  type SampledLoad,
} from '@meteor-vs-mean/measure/run';
import { namesFrom, value, wholeFrom } from '@meteor-vs-mean/testbed/process';
import { apps, type StackName, stackNames } from '@meteor-vs-mean/testbed/stacks';
import type { AppsExperiment, AppTargets } from '../command/index.ts';
import type { RoundTestbed } from '../command/round-testbed.ts';
import { measureClicks } from './clicks.ts';
import { type Contestants, contestantsOf } from './contestants.ts';
import { conditions, pageFigures, pageNotes } from './pages/figures.ts';
import { measurePages } from './pages/round.ts';
import { measureVisit } from './scripts.ts';

/** Loads of one kind, with their tables and claims. */
interface Part {
  loads: readonly SampledLoad<RoundTestbed>[];
  tables: readonly OwnTable[];
  claims: readonly PlannedClaim[];
}

interface PartOptions {
  size: Size;
  /** Clicks of a round; undefined: the size's own. */
  count: number | undefined;
  among: Contestants;
  targets: AppTargets;
}

/** Each can be measured alone, by the name that `--parts` takes. */
const parts: Readonly<Record<string, (options: PartOptions) => Part>> = {
  clicks: clicksPart,
  scripts: scriptsPart,
  pages: pagesPart,
};

export const partNames = Object.keys(parts);

const pairs = { toy: 1, quick: 2, full: 6 };

/** What a run is asked to measure; undefined: the size's own, both apps, all parts. */
export interface BrowserOptions {
  /** Clicks of a round. */
  count?: number | undefined;
  stacks?: readonly StackName[] | undefined;
  parts?: readonly string[] | undefined;
}

export default {
  about:
    'Measures the time from a click in one browser until another shows the change, for each pair of stacks, both\n' +
    'ways; the JavaScript that each app sends to a browser; and how soon a page shows its data and answers a click, near\n' +
    'and far, with an empty cache and a warm one. Needs a Chromium. Without Meteor it measures MEAN alone.',
  options: {
    stacks: value(
      'meteor,mean',
      'which apps; also from another checkout, as in mean=../before,mean: then the second is compared with the first',
      stackNames,
    ),
    parts: value('clicks,pages', `of ${partNames.join(', ')}; default: all`, namesFrom(partNames)),
    count: value('<number>', 'clicks of a round; default: 40, with --full 100', wholeFrom(1, 10_000)),
  },
  needsBrowser: true,
  plan: browserExperiment,
} satisfies AppsExperiment;

export function browserExperiment(
  targets: AppTargets,
  { count, stacks = apps.map(({ name }) => name), parts: names = partNames }: BrowserOptions,
): SampledExperiment<RoundTestbed> {
  const among = contestantsOf(stacks);
  return {
    name: 'browser',
    title: 'From one browser to another',
    question:
      'How long does a click take until another browser shows it, what comes into a browser before it can, and how soon does a page show its data and answer?',
    source: null,
    wholeAsToy: true,
    targets: [
      ...(names.includes('clicks')
        ? among.pairs.map(({ key, title, from, to }) => targets.target(key, title, [from, to]))
        : []),
      ...among.stacks.map(({ name, title }) => targets.target(name, title, [name])),
    ],
    plan: (size) => {
      const planned = names.flatMap((name) => parts[name]?.({ size, count, among, targets }) ?? []);
      return {
        pairs: pairs[size],
        loads: planned.flatMap(({ loads }) => loads),
        ...plannedTables(planned.flatMap(({ tables }) => tables)),
        claims: planned.flatMap(({ claims }) => claims),
      };
    },
  };
}

const clicksOf = {
  toy: { count: 3, warmUp: 2 },
  quick: { count: 40, warmUp: 10 },
  full: { count: 100, warmUp: 10 },
};

const clickNotes = [
  'From the click’s own timeStamp in one page until a MutationObserver in the other sees the row change; painting comes after. A click that doesn’t show within 5 s is lost, and slower than all that came.',
];

/** From a click in one browser until another one shows it. */
function clicksPart({ size, count, among, targets }: PartOptions): Part {
  const baseline = `${among.baseline}-${among.baseline}`;
  const clicks = { ...clicksOf[size], count: count ?? clicksOf[size].count };
  const columns = among.pairs.map(({ key }) => key);
  const hasBoth = ['meteor-meteor', 'mean-mean'].every((key) => columns.includes(key));
  return {
    loads: [
      {
        key: 'click',
        title: `${clicks.count} clicks, one at a time`,
        contestants: columns,
        baseline,
        measure: async (contestant, testbed) => {
          const pair = among.pairs.find(({ key }) => key === contestant) as (typeof among.pairs)[number];
          const [from, to] = [await targets.built(pair.from), await targets.built(pair.to)];
          return measureClicks(from, to, clicks, testbed);
        },
      },
    ],
    tables: ownTables({ rows: ['click'], columns, baseline, notes: clickNotes }, [
      ['p50', 'half of the clicks are shown within', 'ms'],
      ['p95', '95 of 100 clicks are shown within', 'ms'],
      [
        'clocksApart',
        'the clocks of the two pages lie apart by',
        'ms',
        {
          baseline: null,
          notes: ['By how much the reader’s clock is later than the writer’s: that is taken off each time.'],
        },
      ],
    ]),
    claims: hasBoth
      ? [
          ownClaim('click', 'a click on Meteor over one on MEAN', {
            figure: 'p50_ms',
            load: 'click',
            over: ['meteor-meteor', 'mean-mean'],
          }),
        ]
      : [],
  };
}

/** The JavaScript that comes into a browser. */
function scriptsPart({ among: { stacks, baseline }, targets }: PartOptions): Part {
  const columns = stacks.map(({ name }) => name);
  return {
    loads: [
      {
        key: 'visit',
        title: 'a first visit to the page of a list',
        contestants: columns,
        baseline,
        // Bytes hardly vary.
        pairs: 1,
        measure: async (contestant, testbed) => measureVisit(await targets.built(contestant), testbed),
      },
    ],
    tables: ownTables({ rows: ['visit'], columns, baseline }, [
      ['received', 'JavaScript over the wire, with its headers', 'KB'],
      ['raw', 'JavaScript as the browser runs it', 'KB'],
      ['files', 'files of JavaScript', ''],
    ]),
    claims: [],
  };
}

/** Visits of a round that only look, and as many that click. */
const visits = { toy: 1, quick: 3, full: 5 };

/** How soon a page shows its data, and answers: near and far, with an empty cache and with a warm one. */
function pagesPart({ size, among: { stacks, baseline, progress }, targets }: PartOptions): Part {
  const columns = stacks.map(({ name }) => name);
  const rows = conditions.map(({ key }) => key);
  return {
    loads: conditions.map((condition) => ({
      key: condition.key,
      title: `a list’s page, ${condition.title}`,
      contestants: columns,
      baseline,
      measure: async (contestant, testbed) =>
        measurePages(await targets.built(contestant), condition, visits[size], testbed),
    })),
    tables: pageFigures.flatMap(({ key, title, note }) =>
      ownTables({ rows, columns, baseline, notes: [note, ...pageNotes] }, [[key, title, 'ms']]),
    ),
    claims: progress.flatMap((pair) =>
      pageFigures
        .filter(({ chief }) => chief)
        .flatMap(({ key, title }) =>
          conditions.map((condition) =>
            ownClaim(`${key}-${condition.key}-${pair.key}`, `${title}, ${condition.title}: ${pair.title}`, {
              figure: `${key}_ms`,
              load: condition.key,
              over: [pair.now, pair.before],
            }),
          ),
        ),
    ),
  };
}
