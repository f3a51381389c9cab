/** The command `npm run bench:browser`. */

import { runCommand, value, wholeFrom } from '@meteor-vs-mean/process';
import { labTable, writeReport } from '@meteor-vs-mean/report';
import { appsOptions, measureApps } from '@meteor-vs-mean/stage';
import { browserExperiment } from './experiment.ts';

await runCommand(
  {
    name: 'bench:browser',
    about:
      'Measures the time from a click in one browser until another shows the change, for each pair of stacks, both\n' +
      'ways, and the JavaScript that each app sends to a browser. Needs a Chromium. Without Meteor it measures MEAN alone.',
    options: {
      count: value('<number>', 'clicks of a round; default: 40, with --full 100', wholeFrom(1, 10_000)),
      ...appsOptions,
    },
  },
  (given) =>
    measureApps(
      {
        typed: 'npm run bench:browser',
        kind: 'browser',
        needsBrowser: true,
        experiment: (targets, { count }) => browserExperiment(targets, count),
        table: labTable,
        draw: writeReport,
      },
      given,
    ),
);
