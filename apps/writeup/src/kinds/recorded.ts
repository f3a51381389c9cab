import type { Chart, Section, Table } from '@meteor-vs-mean/report/drawing';
import type { StackModel } from '../planner/model.ts';

/** What pages may take from one recorded result. Each gives undefined for a name that it doesn't know. */
export interface Recorded {
  /** A figure as text, with its unit and, where it has one, its interval. */
  figure(path: readonly string[]): string | undefined;
  /** Names of ratios that say no difference, so that none may be quoted of them; default: there are none. */
  unseen?: ReadonlySet<string>;
  charts: readonly Chart[];
  tables: readonly Table[];
  /** Of its report. */
  sections: readonly Section[];
  /** Sentences that its report begins with. */
  verdict: readonly string[];
  /** What the page's planner predicts with; absent of all results but one. */
  planner?: readonly StackModel[];
  /** For people, in an error: names that could have been meant. */
  names: readonly string[];
  /** Of the folder's files, the one that is linked to; null of what is counted anew at each build. */
  page: string | null;
}

/** A result whose figures are known by name, with what is drawn of it; what isn't given is empty. */
export function recordedOf(
  figures: ReadonlyMap<string, string>,
  page: string | null,
  drawn: Partial<Omit<Recorded, 'figure' | 'names' | 'page'>> = {},
): Recorded {
  return {
    figure: (path) => figures.get(path.join('.')),
    charts: [],
    tables: [],
    sections: [],
    verdict: [],
    ...drawn,
    names: [...figures.keys()],
    page,
  };
}
