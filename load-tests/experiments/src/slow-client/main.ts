/** The command `npm run breaks`. */

import { table, writeReport } from '@meteor-vs-mean/report';
import { runCommand } from '@meteor-vs-mean/testbed/process';
import { appsOptions, measureApps } from '../command/index.ts';
import { breaksExperiment } from './plan.ts';

await runCommand(
  {
    name: 'breaks',
    about:
      'Where a live app breaks, on each stack: a client stops reading. What does the server’s memory do, and when is the\n' +
      'client cut off? Without Meteor it measures MEAN alone. Several instances of an app: compare -- --instances.',
    options: appsOptions,
  },
  (given) =>
    measureApps(
      {
        typed: 'npm run breaks',
        kind: 'breaks',
        needsBrowser: false,
        experiment: breaksExperiment,
        table,
        draw: writeReport,
      },
      given,
    ),
);
