/** The command `npm run compare`. */

import { openApps } from '@meteor-vs-mean/experiments/command';
import { measureAlone, type Opening, type Order } from '@meteor-vs-mean/measure/run';
import { table, writeReport } from '@meteor-vs-mean/report';
import { scenarios } from '@meteor-vs-mean/scenarios';
import { asTyped, exit, runCommand } from '@meteor-vs-mean/testbed/process';
import { stacks } from '@meteor-vs-mean/testbed/stacks';
import { accountsExperiment } from './accounts/plan.ts';
import { openComparison } from './comparison.ts';
import { compareCommand, optionsFrom } from './options/options.ts';
import { experiments } from './options/sizes.ts';

const typed = 'npm run compare';

await runCommand(compareCommand, async (given) => {
  if (given.values.list) {
    console.log(await list());
    return exit.done;
  }
  const options = optionsFrom(given);
  const { experiment, size, seed, out } = options;
  const asked = { size, seed, command: asTyped(typed, process.argv.slice(2)), options, out };
  if (experiment === 'accounts') {
    const order: Order = { ...asked, kind: 'experiment', experiment };
    const open = (opening: Opening) =>
      openApps((targets) => accountsExperiment(targets, options), options, false, opening);
    return measureAlone({ order, open, table, draw: writeReport }, options);
  }
  const order: Order = { ...asked, kind: 'compare', experiment };
  const open = (opening: Opening) => openComparison(options, opening);
  return measureAlone({ order, open, table, draw: writeReport }, options);
});

async function list(): Promise<string> {
  const lines = await Promise.all(
    stacks.map(async ({ name, modes, transports, defaultTransport, find }) => {
      const found = await find();
      const own = found.found ? found.defaultMode : 'that of its version';
      return `${name}: modes ${modes.join(', ')} (default ${own}); transports ${transports.join(', ')} (default ${defaultTransport})`;
    }),
  );
  return [
    ...lines,
    `scenarios: ${Object.keys(scenarios).join(', ')}`,
    `experiments: ${experiments.join(', ')}`,
  ].join('\n');
}
