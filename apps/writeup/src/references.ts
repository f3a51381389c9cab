import path from 'node:path';
import { readCompare } from '@meteor-vs-mean/measure/results';
import { badChart } from '@meteor-vs-mean/workshop/charts';
import { memoryCharts } from './breaks/memory-chart.ts';
import { openLines } from './kinds/lines.ts';
import { openPackages } from './kinds/packages.ts';
import { openPlanner, plannerFolders } from './kinds/planner.ts';
import { openRecord } from './kinds/record.ts';
import { type Recorded, recordedOf } from './kinds/recorded.ts';
import { openPooled, openRun } from './kinds/run.ts';
import { commitAndDay, type ReferenceName, recordedReference, references } from './references/index.ts';

type Open = (folder: string) => Promise<Recorded>;

/** What pages take figures from: the newest run of a reference, or what is counted anew at each build. */
export interface Source {
  /** Under load-tests/results/reference; of what is counted, what it is counted in. */
  folder: string;
  /** What it is, in a few words: stands where a page names its results. */
  what: string;
  /** Records it again. */
  command: string;
  /** The commit and the day of its run; of what is counted, `today`; null if it isn't recorded yet. */
  of: string | null;
  open: Open;
  /** The runs that it is pooled from, by name; else absent. */
  parts?: readonly string[];
}

/** How a record is read, or a run with a chart of its own, by its experiment. */
const opened: Readonly<Record<string, Open>> = {
  'slow-client': (folder) => openRun(folder, memoryCharts),
  conformance: (folder) => openRecord(folder, 'conformance'),
};

/** By the short name that pages use. @throws one line if the manifest of a reference can't be read */
export async function openSources(): Promise<Record<string, Source>> {
  const names = Object.keys(references) as ReferenceName[];
  const recorded = await Promise.all(
    names.map(async (name): Promise<[string, Source]> => {
      const { what, command } = references[name];
      const { folder, manifest } = await recordedReference(references[name]);
      const open = (manifest && opened[manifest.experiment]) ?? openRun;
      return [name, { folder, what, command, of: manifest && commitAndDay(manifest), open }];
    }),
  );
  const runs = Object.fromEntries(recorded);
  const counted = (what: string, command: string, open: Open): Source => ({
    folder: 'apps',
    what,
    command,
    of: 'today',
    open,
  });
  return {
    ...runs,
    headline: pooledSource('both runs of the headline together', headlineParts, runs),
    planner: plannerSource(runs),
    lines: counted('lines of both apps, by part', 'npm run writeup -- --figures lines', openLines),
    packages: counted('packages that both apps name', 'npm run writeup -- --figures packages', openPackages),
    badChart: {
      ...(runs.full200 as Source),
      what: 'the rounds that the bad chart of the workshop is made from',
      open: async (run) => recordedOf(new Map(), 'report.html', badChart(await readCompare(run))),
    },
  };
}

const headlineParts = ['full200', 'again'];

/** The planner, of the runs that it is made from; not recorded as long as one of them isn't. */
function plannerSource(runs: Readonly<Record<string, Source>>): Source {
  const parts = ['curve', 'capacity', 'instances', 'control', ...headlineParts];
  const of = parts.map((name) => runs[name] as Source);
  const [curve, capacity, instances, control, ...headline] = of.map(({ folder }) => folder) as [
    string,
    string,
    string,
    string,
    ...string[],
  ];
  return {
    folder: of.map(({ folder }) => folder).join(' and '),
    what: 'the runs that the planner is made from',
    command: 'npm run references',
    of: of.every((one) => one.of !== null) ? of.map((one) => one.of).join(' and ') : null,
    open: (folder) =>
      openPlanner(plannerFolders(path.dirname(folder), { curve, capacity, instances, control, headline })),
    parts,
  };
}

/** Runs of one command together; not recorded as long as one of them isn't. */
function pooledSource(
  what: string,
  parts: readonly string[],
  runs: Readonly<Record<string, Source>>,
): Source {
  const of = parts.map((name) => runs[name] as Source);
  const { command } = of[0] as Source;
  const isRecorded = of.every((one) => one.of !== null);
  return {
    folder: of.map(({ folder }) => folder).join(' and '),
    what,
    command,
    of: isRecorded ? of.map((one) => one.of).join(' and ') : null,
    open: (folder) => {
      const reference = path.dirname(folder);
      return openPooled(of.map((one) => path.join(reference, one.folder)));
    },
    parts,
  };
}
