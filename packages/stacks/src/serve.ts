/** `npm run serve -- mean`: MongoDB and one app in production mode, until Ctrl-C. */
import { parseArgs } from 'node:util';
import { shareMongo } from '@meteor-vs-mean/mongo';
import { checkedMode } from './app.ts';
import { database, dataDir, portFrom } from './data.ts';
import { type Stack, stackNamed, stacks } from './index.ts';
import { interrupted } from './interruption.ts';
import { findOrOffer } from './meteor-installer.ts';
import { claimPort } from './port.ts';

const help = `npm run serve -- ${Object.keys(stacks).join('|')} [options]

Starts MongoDB and one app in production mode, and prints its address. Ctrl-C stops all.
Serve both at once, in two terminals: they work on the same database.

  --port <number>   default: ${Object.values(stacks)
    .map(({ name, defaultPort }) => `${name} ${defaultPort}`)
    .join(', ')}
  --mode <mode>     how it learns of a write. ${Object.values(stacks)
    .map(({ name, modes }) => `${name}: ${modes.join(', ')}`)
    .join('. ')}
  --install         run Meteor's own installer without asking, if Meteor is missing
  --no-install      don't ask for it
  --help

Data is kept in ${dataDir}, between starts. Delete that folder to begin anew.
MONGO_URL uses a MongoDB of yours instead: a replica set. The database is '${database}'.`;

interface Options {
  stack: Stack;
  port: number;
  mode: string;
  install: boolean | undefined;
}

/** @returns undefined if only help was wanted */
function optionsFrom(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: {
      port: { type: 'string' },
      mode: { type: 'string' },
      install: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) {
    throw new Error(`Name one stack to serve: npm run serve -- ${Object.keys(stacks).join('|')}`);
  }
  const stack = stackNamed(name);
  const port = portFrom('port', values.port, stack.defaultPort);
  const mode = checkedMode(stack.title, stack.modes, values.mode ?? stack.defaultMode);
  return { stack, port, mode, install: values.install };
}

async function serve({ stack, port, mode, install }: Options): Promise<void> {
  const log = (line: string): void => console.error(line);
  const over = interrupted();
  const stops: (() => Promise<void>)[] = [];
  try {
    await claimPort(port, `choose another one: npm run serve -- ${stack.name} --port <number>`);
    const found = await findOrOffer(stack, install);
    if (!found.found)
      throw new Error(`${stack.title} can't be served: ${found.reason}. Remedy: ${found.remedy}.`);
    log(found.description);
    // What is under way when Ctrl-C comes ends with this process: builds, apps and mongod watch their owner.
    const build = await Promise.race([stack.build({ log }), over]);
    if (!build) return;

    const mongo = await Promise.race([shareMongo({ dataDir, log }), over]);
    if (!mongo) return;
    stops.push(() => mongo.stop());
    log(mongo.description);

    const app = await Promise.race([build.start({ mode, port, mongo, database, log }), over]);
    if (!app) return;
    stops.push(() => app.stop());
    console.log(`${stack.title} (${mode}) is on ${app.url}. Ctrl-C stops it.`);
    const exit = await Promise.race([app.exited, over]);
    if (exit) throw new Error(`${stack.title} ended by itself (${exit.signal ?? `code ${exit.code}`}).`);
    log('Stopping');
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

try {
  const options = optionsFrom(process.argv.slice(2));
  if (options) {
    await serve(options);
    process.exit();
  }
  console.log(help);
} catch (error) {
  console.error(`serve: ${(error as Error).message}`);
  process.exit(1);
}
