/** `npm run workshop:modes`: runs both apps in all their modes on one MongoDB, until Ctrl-C. */

import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { database, keptMongo } from '@meteor-vs-mean/testbed/dev';
import {
  abortable,
  exit,
  type Given,
  lineOf,
  portNumber,
  runCommand,
  untilStopped,
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
async function startAll(options: Options, testbed: Testbed): Promise<string[]> {
  const notRun: string[] = [];
  for (const stack of apps) {
    const missing = await reasonAgainst(stack, options);
    if (missing) {
      notRun.push(`Skipping ${stack.title}: ${missing}`);
      continue;
    }
    const build = await abortable(stack.build({ log }), testbed.signal);
    for (const one of modeApps(options.port).filter(({ stack: name }) => name === stack.name)) {
      const { mode, port, url } = one;
      try {
        build.checkMode(mode);
      } catch (error) {
        notRun.push(`Skipping ${nameOf(one)}: ${lineOf(error)}`);
        continue;
      }
      const app = await testbed.start(build, { mode, port, database: testbed.database(database) });
      app.exited.then(({ code, signal }) => {
        // Five servers at once would talk over each other, so only a crash is printed.
        if (!testbed.signal.aborted)
          log(`${nameOf(one)} ended by itself (${signal ?? `code ${code}`}): start again`);
      });
      console.log(`${nameOf(one).padEnd(22)} ${url}`);
    }
  }
  return notRun;
}

async function reasonAgainst(stack: Stack, { install }: Options): Promise<string | undefined> {
  const found = await findOrOffer(stack, install);
  if (!found.found) return `${found.reason}. Remedy: ${found.remedy}`;
  log(found.description);
  return undefined;
}

async function run(options: Options, signal: AbortSignal): Promise<void> {
  await using testbed = await openTestbed({ signal, log, mongo: keptMongo });
  log(testbed.mongo.description);
  for (const line of await startAll(options, testbed)) console.log(line);
  console.log('Ctrl-C stops all. In another terminal: npm run workshop:write');
  await abortable(new Promise(() => {}), signal);
}

await runCommand(command, async ({ values }) => {
  await untilStopped((signal) => run(values, signal));
  return exit.done;
});
