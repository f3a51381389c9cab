import { type Capacity, type CompareSummary, isOfApp, type Level } from '@meteor-vs-mean/measure/results';
import { median } from '@meteor-vs-mean/stats';
import { nameOf } from './contestant.ts';
import { cell, type Note, rowOf, type Table, tableWith } from './document.ts';
import { milliseconds, whole } from './numbers.ts';

/** `1,200`, or `>= 1,200` where something other than the app ended the search. */
export function carriedText(capacity: Pick<Capacity, 'carried' | 'limitedBy'>): string {
  const { carried } = capacity;
  if (carried === null) return 'none';
  return isOfApp(capacity) ? whole(carried) : `>= ${whole(carried)}`;
}

const limits: Record<Capacity['limitedBy'], string> = {
  app: 'the app was the limit',
  'app-limit': 'the app met a limit of its own and refused writes',
  'app-late': 'the app was the limit, though not by its CPU',
  mongod: 'mongod was the limit',
  generator: 'the generator was the limit',
  machine: 'other programs spoiled the rounds',
  asked: '',
  time: '',
};

/** `at 1,400 the app was the limit`. */
function limitText({ limitedBy, beyond, most }: Capacity): string {
  if (limitedBy === 'asked') return `${whole(most)} is the most that was tried`;
  if (!beyond) return 'the time was over';
  const at = `at ${whole(beyond.level)}`;
  return limitedBy === 'time' ? `${at} the time was over` : `${at} ${limits[limitedBy]}`;
}

/** One sentence for each contestant and what was raised. */
export function capacitySentences(summary: CompareSummary): string[] {
  return summary.capacities.map((one) => {
    const name = nameOf(one.contestant, summary);
    const { carried, what, held, limit_ms } = one;
    const load = `${what} (${held}) with p99 under ${whole(limit_ms)} ms`;
    if (carried === null) {
      return `${name} is not known to carry any ${load}: ${one.beyond?.reading ?? limitText(one)}.`;
    }
    const atLeast = isOfApp(one) ? '' : 'at least ';
    return `${name} carries ${atLeast}${whole(carried)} ${load}; ${limitText(one)}.`;
  });
}

/** What each carries, a table to plan by, and every level. */
export function capacitiesTables(summary: CompareSummary): Table[] {
  if (summary.capacities.length === 0) return [];
  return [planningTable(summary), levelsTable(summary)];
}

function planningTable(summary: CompareSummary): Table {
  const { capacities, addresses, machine } = summary;
  const perCent = (cores: number | null | undefined) => (cores == null ? '-' : `${whole(100 * cores)} %`);
  return tableWith(
    'To plan by: users that one core carries, and that a GB of memory holds',
    ['contestant', 'users', 'a core', 'a GB', 'app CPU', 'app memory', 'mongod CPU', 'limit'],
    capacities.map((one) => {
      const { carried, app, what, held } = one;
      const sign = isOfApp(one) ? '' : '>= ';
      const perGb = carried !== null && app ? whole((carried * 1e9) / app.rss_bytes) : '-';
      return rowOf(nameOf(one.contestant, summary), [
        { text: what, sub: held },
        cell(carriedText(one), isOfApp(one) ? undefined : 'warning'),
        cell(perGb === '-' ? perGb : `${sign}${perGb}`),
        cell(perCent(app?.cpu_cores)),
        cell(app ? `${whole(app.rss_bytes / 1e6)} MB` : '-'),
        cell(perCent(one.mongodCpu_cores)),
        cell(limitText(one)),
      ]);
    }),
    [
      {
        text:
          'The app is one process, which carries so many with all deliveries there and the p99 under its limit. CPU is in percent of one ' +
          'core and memory is RSS, both while it carried that many. ">=": something other than the app ended the search. What an ' +
          'instance more brings is measured by --instances.',
        tone: 'faint',
      },
      { text: `Cores: ${machine.pinning}.`, tone: 'faint' },
      ...(addresses === undefined ? [] : [{ text: `Addresses: ${addresses}.`, tone: 'faint' } as Note]),
      ...capacities.flatMap((one): Note[] =>
        one.limitedBy === 'app-limit' && one.beyond
          ? [
              {
                text: `${nameOf(one.contestant, summary)}, ${one.what}: the app refused writes at ${whole(one.beyond.level)}, by a limit that is its own and no lack of CPU: ${one.beyond.reading}.`,
                tone: 'warning',
              },
            ]
          : [],
      ),
    ],
  );
}

function levelsTable(summary: CompareSummary): Table {
  const { capacities } = summary;
  return tableWith(
    'Every level of the searches',
    ['level', 'contestant', 'users', 'passed', 'p50', 'p99', 'held'],
    capacities.flatMap((one) =>
      one.levels.map((level) =>
        rowOf(whole(level.level), [
          nameOf(one.contestant, summary),
          one.what,
          `${level.trials.filter(({ verdict }) => verdict === 'passed').length} of ${level.trials.length}`,
          milliseconds(ofTrials(level, 'p50_ms')),
          milliseconds(ofTrials(level, 'p99_ms')),
          cell(heldTexts[level.verdict], level.verdict === 'passed' ? undefined : 'warning'),
        ]),
      ),
    ),
    [
      {
        text:
          'A level is doubled until it fails, and then halved in between. Two rounds decide a level, three if they disagree. A round that ' +
          'generator or machine spoiled fails no level; it passes one if the limit was held although they were slow.',
        tone: 'faint',
      },
    ],
  );
}

/** Median of all rounds there, void ones too, since they may decide; null: beyond the drain. */
function ofTrials({ trials }: Level, name: 'p50_ms' | 'p99_ms'): number | null {
  return median(trials.map((trial) => trial[name])) ?? null;
}

const heldTexts: Record<Level['verdict'], string> = {
  passed: 'yes',
  failed: 'no',
  void: 'not known: generator',
  spoiled: 'not known: machine',
  undecided: 'not decided',
};
