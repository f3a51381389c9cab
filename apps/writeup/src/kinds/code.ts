import {
  type BuildSample,
  type CodeResult,
  type Direct,
  readCodeResult,
  type Spread,
  spreadOf,
} from '@meteor-vs-mean/code';
import { cell, count, list, short, type Table, times, whole } from '@meteor-vs-mean/report/drawing';
import { type Recorded, recordedOf } from './recorded.ts';

const stacks = ['meteor', 'mean'] as const;
type Stack = (typeof stacks)[number];
const titles: Record<Stack, string> = { meteor: 'Meteor', mean: 'MEAN' };
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
  const sorted = ages.sort((a, b) => a - b);
  const at = (place: number) => sorted[place] as number;
  const middle = (sorted.length - 1) / 2;
  return Math.round((at(Math.floor(middle)) + at(Math.ceil(middle))) / 2);
}

type Spreads = Record<Stack, Spread | undefined>;

function timesOf({ builds, starts }: CodeResult): Map<string, Spreads> {
  const both = (of: (stack: Stack) => Spread | undefined): Spreads => ({
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
  return {
    kind: 'table',
    caption: 'Build and start times',
    head: [cell('median'), ...stacks.map((stack) => cell(titles[stack])), cell('Meteor / MEAN')],
    rows: Object.entries(labels).map(([name, label]) => {
      const of = spreads.get(name) as Spreads;
      const ratio = of.meteor && of.mean ? times(of.meteor.median_ms / of.mean.median_ms) : '-';
      return {
        label,
        cells: [
          ...stacks.map((stack) => {
            const spread = of[stack];
            if (!spread) return cell('-');
            return { text: seconds(spread.median_ms), sub: rangeText(spread) };
          }),
          cell(ratio),
        ],
      };
    }),
    notes:
      voided.length === 0
        ? []
        : [
            {
              text: `${count(voided.length, 'sample')} void and not in it: ${list(codes)}.`,
              tone: 'warning',
            },
          ],
  };
}

function installedTable({ installed, direct, meteorPackages }: CodeResult): Table {
  const row = (label: string, of: (stack: Stack) => number) => ({
    label,
    cells: stacks.map((stack) => cell(whole(of(stack)))),
  });
  return {
    kind: 'table',
    caption: 'Packages',
    head: [cell('npm packages, by name and version'), ...stacks.map((stack) => cell(titles[stack]))],
    rows: [
      row('named by the app, to run', (stack) => direct[stack].filter(({ use }) => use === 'runs').length),
      row(
        'named by the app, to build and test',
        (stack) => direct[stack].filter(({ use }) => use === 'builds').length,
      ),
      row('those to run, with all that they need', (stack) => installed[stack].app),
      row('beside the built server', (stack) => installed[stack].server),
      row('installed in all, with the tools', (stack) => installed[stack].all),
      {
        label: "Meteor's own packages, named and installed",
        cells: [
          cell(`${whole(meteorPackages.named.length)}, ${whole(meteorPackages.installed.length)}`),
          cell('none'),
        ],
      },
    ],
    notes: [],
  };
}

function directTable({ direct, date }: CodeResult, stack: Stack): Table {
  return {
    kind: 'table',
    caption: `Packages that the ${titles[stack]} app names`,
    head: [
      cell('package'),
      cell('to'),
      cell('version'),
      cell('published'),
      cell('newest'),
      cell('published'),
    ],
    rows: direct[stack].map(({ name, use, version, published, latest, latestPublished }) => ({
      label: name,
      cells: [
        cell(use === 'runs' ? 'run' : 'build'),
        cell(version),
        cell(published.slice(0, 10)),
        cell(version === latest ? 'the same' : latest),
        cell(version === latest ? '' : latestPublished.slice(0, 10)),
      ],
    })),
    notes: [{ text: `As the npm registry had it on ${date.slice(0, 10)}.` }],
  };
}
