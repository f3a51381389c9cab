import { ownTables } from '@meteor-vs-mean/measure/run';
import { measureVisit } from '../scripts.ts';
import type { Part } from './part.ts';

/** The JavaScript that comes into a browser. */
export const scriptsPart: Part = ({ among: { stacks, baseline }, targets }) => {
  const columns = stacks.map(({ name }) => name);
  return {
    loads: [
      {
        key: 'visit',
        title: 'a first visit to the page of a list',
        targets: columns,
        baseline,
        // Bytes hardly vary.
        repeats: 1,
        measure: async (target, testbed) => measureVisit(await targets.built(target), testbed),
      },
    ],
    tables: ownTables({ rows: ['visit'], columns, baseline }, [
      ['received', 'JavaScript over the wire, with its headers', 'KB'],
      ['raw', 'JavaScript as the browser runs it', 'KB'],
      ['files', 'files of JavaScript', ''],
    ]),
    claims: [],
  };
};
