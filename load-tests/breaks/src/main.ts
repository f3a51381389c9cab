/** The command `npm run breaks`. */

import { runCommand } from '@meteor-vs-mean/process';
import { labTable, writeReport } from '@meteor-vs-mean/report';
import { appsOptions, measureApps } from '@meteor-vs-mean/stage';
import { breaksExperiment } from './experiment.ts';

await runCommand(
  {
    name: 'breaks',
    about:
      'Two ways in which a live app breaks, on each stack: a client that stops reading (what the server’s memory does, and\n' +
      'when the client is cut off), and a write through one instance that a subscriber of another one waits for, in each\n' +
      'mode. Without Meteor it measures MEAN alone.',
    options: appsOptions,
  },
  (given) =>
    measureApps(
      {
        typed: 'npm run breaks',
        kind: 'breaks',
        needsBrowser: false,
        experiment: breaksExperiment,
        table: labTable,
        draw: writeReport,
      },
      given,
    ),
);
