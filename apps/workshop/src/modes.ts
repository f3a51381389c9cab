/** `npm run workshop:modes`: both apps in every mode that they have, on one MongoDB, until Ctrl-C. */
import { parseArgs } from 'node:util';
import { shareMongo } from '@meteor-vs-mean/mongo';
import { database, dataDir, findOrOffer, interrupted, type Stack, stacks } from '@meteor-vs-mean/stacks';
import { wordsOf } from './finding.ts';
import { firstModePort, modeApps } from './mode-ports.ts';
import { portFrom, runAs } from './option.ts';
import { nameOf } from './reached.ts';

const help = `npm run workshop:modes [-- options]

Starts MongoDB, and each app in production mode once in every mode: how it learns of a write. All work on one database.
Ctrl-C stops all.

  --port <number>   of the first; the others follow it. Default: ${firstModePort}
  --install         run Meteor's own installer without asking, if Meteor is missing
  --no-install      don't ask for it
  --help`;

interface Options {
  port: number;
  install: boolean | undefined;
}

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
  for (const stack of Object.values(stacks)) {
    const missing = await reasonAgainst(stack, options);
    if (missing) {
      notRun.push(`${stack.title} is not run: ${missing}`);
      continue;
    }
    const build = await Promise.race([stack.build({ log }), over]);
    if (!build) return notRun;
    for (const one of modeApps(options.port).filter(({ stack: name }) => name === stack.name)) {
      const { mode, port, url } = one;
      try {
        build.checkMode(mode);
      } catch (error) {
        notRun.push(`${nameOf(one)} is not run: ${wordsOf(error)}`);
        continue;
      }
      const app = await Promise.race([build.start({ mode, port, mongo, database, log: quiet }), over]);
      if (!app) return notRun;
      running.defer(() => app.stop());
      app.exited.then(({ code, signal }) => {
        if (!isStopping) log(`${nameOf(one)} ended by itself (${signal ?? `code ${code}`}): start again`);
      });
      console.log(`${nameOf(one).padEnd(22)} ${url}`);
    }
  }
  return notRun;
}

let isStopping = false;
/** Five servers at once would talk over each other; what ends one is told. */
const quiet = (): void => {};

async function reasonAgainst(stack: Stack, { install }: Options): Promise<string | undefined> {
  const found = await findOrOffer(stack, install);
  if (!found.found) return `${found.reason}. Remedy: ${found.remedy}`;
  log(found.description);
  return undefined;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      port: { type: 'string', default: String(firstModePort) },
      install: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const over = interrupted();
  await using running = new AsyncDisposableStack();
  const notRun = await startAll(
    { port: portFrom('port', values.port), install: values.install },
    over,
    running,
  );
  for (const line of notRun) console.log(line);
  console.log('Ctrl-C stops all. In another terminal: npm run workshop:write');
  await over;
  isStopping = true;
  log('Stopping');
  return 0;
}

await runAs('workshop:modes', main);
