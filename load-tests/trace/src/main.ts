/** The command `npm run trace`. */

import { appsOptions, measureApps } from '@meteor-vs-mean/experiments/command';
import { labTable, writeReport } from '@meteor-vs-mean/report';
import { runCommand, value, wholeFrom } from '@meteor-vs-mean/testbed/process';
import { traceExperiment } from './experiment.ts';

await runCommand(
  {
    name: 'trace',
    about:
      'Follows a write through each stack, step by step: from the key or the click in one browser to the row in another,\n' +
      'seen by relays between browsers, app and MongoDB. Needs a Chromium. Without Meteor it traces MEAN alone.',
    options: {
      count: value(
        '<number>',
        'writes of a round, with relays and again without; default: 30, with --full 60',
        wholeFrom(1, 10_000),
      ),
      ...appsOptions,
    },
  },
  (given) =>
    measureApps(
      {
        typed: 'npm run trace',
        kind: 'trace',
        needsBrowser: true,
        experiment: (targets, { count }) => traceExperiment(targets, count),
        table: labTable,
        draw: writeReport,
      },
      given,
    ),
);
