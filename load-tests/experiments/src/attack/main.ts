/** The command `npm run attack`. */

import { table, writeReport } from '@meteor-vs-mean/report';
import { nameFrom, namesFrom, runCommand, value } from '@meteor-vs-mean/testbed/process';
import { apps } from '@meteor-vs-mean/testbed/stacks';
import { appsOptions, measureApps } from '../command/index.ts';
import { attackExperiment, partNames } from './plan.ts';

const names = apps.map(({ name }) => name);

await runCommand(
  {
    name: 'attack',
    about:
      'Hostile clients against each app, on this machine alone: frames of a seeded grammar, and cases by name. Does the\n' +
      'process go on, are others served, does the database keep to its schemas? Without Meteor it attacks MEAN alone.\n' +
      '--quick leaves out the faults that take longest.',
    words: '[mean|meteor]',
    options: {
      parts: value('frames,flood', 'only these cases and faults; report.md names them', namesFrom(partNames)),
      ...appsOptions,
    },
  },
  ({ values, words }) =>
    measureApps(
      {
        typed: 'npm run attack',
        kind: 'attack',
        needsBrowser: false,
        experiment: attackExperiment,
        table,
        draw: writeReport,
      },
      { values: { ...values, ...(words.length > 0 ? { stacks: words.map(nameFrom(names)) } : {}) } },
    ),
);
