import {
  type AppName,
  type BuildSample,
  type CodeResult,
  type Direct,
  readCodeResult,
  type Spread,
  spreadOf,
} from '@meteor-vs-mean/code';
import {
  count,
  list,
  type Note,
  rowOf,
  short,
  type Table,
  tableWith,
  times,
  whole,
} from '@meteor-vs-mean/report/drawing';
import { median } from '@meteor-vs-mean/stats';
import { type Recorded, recordedOf } from './recorded.ts';
import { heads, stacks, titles } from './stacks.ts';

const day_ms = 86_400_000;

/**
 * Dependencies, build times and start times, as packages/code records them. Figures: `build.cold.<stack>`,
 * `build.warm.<stack>`, `start.<stack>` (median and range), each with `.median` and, without a stack, `.ratio` (Meteor
 * over MEAN); `packages.cold.meteor` (npm in the bundle); `installed.app|server|all.<stack>`; `direct.runs|builds.<stack>`
 * with `behind`, `age` and `oldest` in the place of `direct`; `meteor-packages.named|installed`; `version.<stack>`, `date`.
 * @throws one line if there is no such result
 */
export async function openCode(folder: string): Promise<Recorded> {
  const result = await readCodeResult(folder);
  const tables = [
    timesTable(result),
    installedTable(result),
    ...stacks.map((stack) => directTable(result, stack)),
  ];
  return recordedOf(figuresOf(result), 'code.json', { tables });
}

function figuresOf(result: CodeResult): Map<string, string> {
  const { date, direct, installed, meteorPackages, versions } = result;
  const figures = new Map<string, string>([
    ['date', date.slice(0, 10)],
    ['meteor-packages.named', whole(meteorPackages.named.length)],
    ['meteor-packages.installed', whole(meteorPackages.installed.length)],
  ]);
  for (const [name, spreads] of timesOf(result)) {
    for (const stack of stacks) {
      const spread = spreads[stack];
      if (!spread) continue;
      figures.set(`${name}.${stack}`, spreadText(spread));
      figures.set(`${name}.${stack}.median`, seconds(spread.median_ms));
    }
    const { meteor, mean } = spreads;
    if (meteor && mean) figures.set(`${name}.ratio`, times(meteor.median_ms / mean.median_ms));
  }
  for (const stack of stacks) {
    for (const [what, packages] of Object.entries(installed[stack])) {
      figures.set(`installed.${what}.${stack}`, whole(packages));
    }
    for (const use of ['runs', 'builds'] as const) {
      const of = direct[stack].filter((one) => one.use === use);
      if (of.length === 0) continue;
      const oldest = of.reduce((a, b) => (a.published < b.published ? a : b));
      figures.set(`direct.${use}.${stack}`, whole(of.length));
      figures.set(
        `behind.${use}.${stack}`,
        whole(of.filter(({ version, latest }) => version !== latest).length),
      );
      figures.set(`age.${use}.${stack}`, count(medianAge_days(of, date), 'day'));
      figures.set(
        `oldest.${use}.${stack}`,
        `${oldest.name} ${oldest.version} of ${oldest.published.slice(0, 10)}`,
      );
    }
    const of = versions[stack];
    if (typeof of === 'object')
      for (const [name, version] of Object.entries(of)) figures.set(`version.${stack}.${name}`, version);
  }
  return figures;
}

function medianAge_days(packages: readonly Direct[], date: string): number {
  const ages = packages.map(({ published }) => (Date.parse(date) - Date.parse(published)) / day_ms);
  return Math.round(median(ages) as number);
}

type Spreads = Record<AppName, Spread | undefined>;

function timesOf({ builds, starts }: CodeResult): Map<string, Spreads> {
  const both = (of: (stack: AppName) => Spread | undefined): Spreads => ({
    meteor: of('meteor'),
    mean: of('mean'),
  });
  const build = (caches: BuildSample['caches'], ms: (sample: BuildSample) => number | null) =>
    both((stack) =>
      spreadOf(
        builds.flatMap((sample) => {
          const value = ms(sample);
          return sample.stack === stack && sample.caches === caches && value !== null
            ? [{ ms: value, disturbed: sample.disturbed }]
            : [];
        }),
      ),
    );
  return new Map([
    ['build.cold', build('cold', ({ app_ms }) => app_ms)],
    ['build.warm', build('warm', ({ app_ms }) => app_ms)],
    ['packages.cold', build('cold', ({ packages_ms }) => packages_ms)],
    ['packages.warm', build('warm', ({ packages_ms }) => packages_ms)],
    [
      'start',
      both((stack) =>
        spreadOf(
          starts
            .filter((sample) => sample.stack === stack)
            .map(({ page_ms, disturbed }) => ({ ms: page_ms, disturbed })),
        ),
      ),
    ],
  ]);
}

const seconds = (ms: number): string => `${short(ms / 1000)} s`;

function spreadText(spread: Spread): string {
  return `${seconds(spread.median_ms)} (${rangeText(spread)})`;
}

/** `18.0 to 22.0, 2 times` */
function rangeText({ least_ms, most_ms, count: repeats }: Spread): string {
  return `${short(least_ms / 1000)} to ${short(most_ms / 1000)}, ${count(repeats, 'time')}`;
}

const labels: Record<string, string> = {
  'build.cold': 'Build, without caches',
  'build.warm': 'Build, with caches, nothing changed',
  'packages.cold': 'npm in what was built',
  start: 'Start to first page',
};

function timesTable(result: CodeResult): Table {
  const spreads = timesOf(result);
  const voided = [...result.builds, ...result.starts].filter(({ disturbed }) => disturbed.length > 0);
  const codes = [...new Set(voided.flatMap(({ disturbed }) => disturbed.map(({ code }) => code)))];
  const rows = Object.entries(labels).map(([name, label]) => {
    const of = spreads.get(name) as Spreads;
    const cells = stacks.map((stack) => {
      const spread = of[stack];
      return spread ? { text: seconds(spread.median_ms), sub: rangeText(spread) } : '-';
    });
    const ratio = of.meteor && of.mean ? times(of.meteor.median_ms / of.mean.median_ms) : '-';
    return rowOf(label, [...cells, ratio]);
  });
  const text = `${count(voided.length, 'sample')} void and not in it: ${list(codes)}.`;
  const notes: Note[] = voided.length === 0 ? [] : [{ text, tone: 'warning' }];
  return tableWith('Build and start times', ['median', ...heads, 'Meteor / MEAN'], rows, notes);
}

function installedTable({ installed, direct, meteorPackages }: CodeResult): Table {
  const row = (label: string, of: (stack: AppName) => number) =>
    rowOf(
      label,
      stacks.map((stack) => whole(of(stack))),
    );
  const named = (use: Direct['use']) => (stack: AppName) =>
    direct[stack].filter((one) => one.use === use).length;
  const ofMeteor = `${whole(meteorPackages.named.length)}, ${whole(meteorPackages.installed.length)}`;
  return tableWith(
    'Packages',
    ['npm packages, by name and version', ...heads],
    [
      row('named by the app, to run', named('runs')),
      row('named by the app, to build and test', named('builds')),
      row('those to run, with all that they need', (stack) => installed[stack].app),
      row('beside the built server', (stack) => installed[stack].server),
      row('installed in all, with the tools', (stack) => installed[stack].all),
      rowOf("Meteor's own packages, named and installed", [ofMeteor, 'none']),
    ],
  );
}

function directTable({ direct, date }: CodeResult, stack: AppName): Table {
  return tableWith(
    `Packages that the ${titles[stack]} app names`,
    ['package', 'to', 'version', 'published', 'newest', 'published'],
    direct[stack].map(({ name, use, version, published, latest, latestPublished }) =>
      rowOf(name, [
        use === 'runs' ? 'run' : 'build',
        version,
        published.slice(0, 10),
        version === latest ? 'the same' : latest,
        version === latest ? '' : latestPublished.slice(0, 10),
      ]),
    ),
    [{ text: `As the npm registry had it on ${date.slice(0, 10)}.` }],
  );
}
