/** `npm run workshop:modes`: runs both apps in all their modes on one MongoDB, until Ctrl-C. */

import { database, dataDir } from '@meteor-vs-mean/testbed/dev';
import { shareMongo } from '@meteor-vs-mean/testbed/mongo';
import {
  exit,
  type Given,
  interrupted,
  lineOf,
  portNumber,
  runCommand,
  value,
} from '@meteor-vs-mean/testbed/process';
import { apps, findOrOffer, installOption, type Stack } from '@meteor-vs-mean/testbed/stacks';
import { firstModePort, modeApps, nameOf } from './reached.ts';

const command = {
  name: 'workshop:modes',
  about: `Starts MongoDB, and each app once in every mode, that is, every way to learn of a write. All use one database.
Ctrl-C stops everything.`,
  options: {
    port: value('<number>', 'the first port; the other apps use the next ones', portNumber, firstModePort),
    install: installOption,
  },
};

type Options = Given<(typeof command)['options']>['values'];

const log = (line: string): void => console.error(line);

/** @returns what isn't run, and why */
async function startAll(
  options: Options,
  over: Promise<void>,
  running: AsyncDisposableStack,
): Promise<string[]> {
  const notRun: string[] = [];
  const mongo = await Promise.race([shareMongo({ dataDir, log }), over]);
  if (!mongo) return notRun;
  running.defer(() => mongo.stop());
  log(mongo.description);
  for (const stack of apps) {
    const missing = await reasonAgainst(stack, options);
    if (missing) {
      notRun.push(`Skipping ${stack.title}: ${missing}`);
      continue;
    }
    const build = await Promise.race([stack.build({ log }), over]);
    if (!build) return notRun;
    for (const one of modeApps(options.port).filter(({ stack: name }) => name === stack.name)) {
      const { mode, port, url } = one;
      try {
        build.checkMode(mode);
      } catch (error) {
        notRun.push(`Skipping ${nameOf(one)}: ${lineOf(error)}`);
        continue;
      }
      const app = await Promise.race([build.start({ mode, port, mongo, database, log: quiet }), over]);
      if (!app) return notRun;
      running.defer(() => app.stop());
      app.exited.then(({ code, signal }) => {
        if (!isStopping) log(`${nameOf(one)} crashed (${signal ?? `code ${code}`}): start again`);
      });
      console.log(`${nameOf(one).padEnd(22)} ${url}`);
    }
  }
  return notRun;
}

let isStopping = false;
/** The five servers' logs are hidden; only a crash is printed. */
const quiet = (): void => {};

async function reasonAgainst(stack: Stack, { install }: Options): Promise<string | undefined> {
  const found = await findOrOffer(stack, install);
  if (!found.found) return `${found.reason}. Remedy: ${found.remedy}`;
  log(found.description);
  return undefined;
}

await runCommand(command, async ({ values }) => {
  const over = interrupted();
  await using running = new AsyncDisposableStack();
  const notRun = await startAll(values, over, running);
  for (const line of notRun) console.log(line);
  console.log('Ctrl-C stops all. In another terminal: npm run workshop:write');
  await over;
  isStopping = true;
  log('Stopping');
  return exit.done;
});
