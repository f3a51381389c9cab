import { ownClaim, ownTables } from '@meteor-vs-mean/measure/run';
import { conditions, pageFigures, pageNotes } from '../pages/figures.ts';
import { measurePages } from '../pages/round.ts';
import type { Part } from './part.ts';

/** Visits to look of a round, and as many to click. */
const visits = { toy: 1, quick: 3, full: 5 };

/** How soon a page shows its data, and answers: near and far, with an empty cache and with a warm one. */
export const pagesPart: Part = ({ size, among: { stacks, baseline, progress }, targets }) => {
  const columns = stacks.map(({ name }) => name);
  const rows = conditions.map(({ key }) => key);
  return {
    loads: conditions.map((condition) => ({
      key: condition.key,
      title: `a list’s page, ${condition.title}`,
      targets: columns,
      baseline,
      measure: async (target, testbed) =>
        measurePages(await targets.built(target), condition, visits[size], testbed),
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
};
