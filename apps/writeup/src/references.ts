import { type ReferenceName, recordedReference, references, type State } from '@meteor-vs-mean/references';
import { type Kind, readCompare } from '@meteor-vs-mean/results';
import { badChart } from '@meteor-vs-mean/workshop/charts';
import { memoryCharts } from './breaks/memory-chart.ts';
import { openCode } from './kinds/code.ts';
import { openCompare } from './kinds/compare.ts';
import { openGrid } from './kinds/grid.ts';
import { openLines } from './kinds/lines.ts';
import { openRecord } from './kinds/record.ts';
import { type Recorded, recordedOf } from './kinds/recorded.ts';
import { wayCharts } from './way/way-chart.ts';

type Open = (folder: string) => Promise<Recorded>;

/** What pages take figures from: the newest run of a reference, or what is counted anew at each build. */
export interface Source {
  /** Under load-tests/results/reference; of what is counted, what it is counted in. */
  folder: string;
  /** What it is, in a few words: stands where a page names its results. */
  what: string;
  /** Records it anew. */
  command: string;
  state: State;
  open: Open;
}

/** How a run or a record is read, by its kind; all others are grids. */
const opened: Partial<Record<Kind, Open>> = {
  compare: openCompare,
  trace: (folder) => openGrid(folder, wayCharts),
  breaks: (folder) => openGrid(folder, memoryCharts),
  code: openCode,
  conformance: (folder) => openRecord(folder, 'conformance'),
};

/** By the short name that pages use. @throws one line if the manifest of a reference can't be read */
export async function openSources(): Promise<Record<string, Source>> {
  const names = Object.keys(references) as ReferenceName[];
  const recorded = await Promise.all(
    names.map(async (name): Promise<[string, Source]> => {
      const { what, command } = references[name];
      const { folder, manifest, state } = await recordedReference(references[name]);
      const open = (manifest && opened[manifest.kind]) ?? openGrid;
      return [name, { folder, what, command, state: await state(), open }];
    }),
  );
  const runs = Object.fromEntries(recorded);
  const counted = (what: string, command: string, open: Open): Source => ({
    folder: 'apps',
    what,
    command,
    state: 'current',
    open,
  });
  return {
    ...runs,
    lines: counted('lines of both apps, by part', 'npm run lines -w @meteor-vs-mean/code', openLines),
    badChart: {
      ...(runs.full200 as Source),
      what: 'the rounds that the bad chart of the workshop is made from',
      open: async (run) => recordedOf(new Map(), 'report.html', badChart(await readCompare(run))),
    },
  };
}
