import { readResults } from '@meteor-vs-mean/report';
import type { Chart, Table } from '@meteor-vs-mean/report/drawing';
import { badChart } from './bad-chart.ts';

/** As the write-up takes from a recorded result. */
export interface BadChart {
  charts: Chart[];
  tables: Table[];
  sections: [];
  verdict: [];
  /** Of figures for running text: there are none. */
  names: [];
  figure(): undefined;
  /** Of the folder's files, the one that is linked to. */
  page: string;
}

/** @param folder a results folder @throws one line if it can't be read */
export async function openBadChart(folder: string): Promise<BadChart> {
  const { summary } = await readResults(folder);
  return {
    ...badChart(folder, summary),
    ...{ sections: [], verdict: [], names: [], figure: () => undefined, page: 'report.html' },
  };
}
