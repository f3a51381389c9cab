/** The command `npm run bench:browser`. */

import { table, writeReport } from '@meteor-vs-mean/report';
import { namesFrom, runCommand, value, wholeFrom } from '@meteor-vs-mean/testbed/process';
import { stackNames } from '@meteor-vs-mean/testbed/stacks';
import { appsOptions, measureApps } from '../command/index.ts';
import { browserExperiment, partNames } from './plan.ts';

await runCommand(
  {
    name: 'bench:browser',
    about:
      'Measures the time from a click in one browser until another shows the change, for each pair of stacks, both\n' +
      'ways; the JavaScript that each app sends to a browser; and how soon a page shows its data and answers a click, near\n' +
      'and far, with an empty cache and a warm one. Needs a Chromium. Without Meteor it measures MEAN alone.',
    options: {
      stacks: value(
        'meteor,mean',
        'which apps; also from another checkout, as in mean=../before,mean: then the second is compared with the first',
        stackNames,
      ),
      parts: value('clicks,pages', `of ${partNames.join(', ')}; default: all`, namesFrom(partNames)),
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
        experiment: browserExperiment,
        table,
        draw: writeReport,
      },
      given,
    ),
);
