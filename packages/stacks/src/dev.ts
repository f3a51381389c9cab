/** `npm run dev` and `npm start`: MongoDB, both apps and the page with both of them in it, until Ctrl-C. */
import { parseArgs } from 'node:util';
import { type SharedMongo, shareMongo, urlOf } from '@meteor-vs-mean/mongo';
import { startSideBySide } from '@meteor-vs-mean/side-by-side';
import { database, dataDir, pagePort, portFrom } from './data.ts';
import { type Found, type RunningApp, type Stack, stacks } from './index.ts';
import { interrupted } from './interruption.ts';
import { findOrOffer } from './meteor-installer.ts';
import { claimPort } from './port.ts';

const { meteor, mean } = stacks;

const help = `npm run dev [-- options]     with live reload: what you change in apps/ is in the browser at once
npm start [-- options]       production builds

Starts MongoDB, the Meteor app, the MEAN app, and a page with both side by side. Ctrl-C stops all.
Without Meteor it asks whether to install it, or goes on with MEAN alone.

  --port <number>         of the page; default: ${pagePort}
  --meteor-port <number>  default: ${meteor.defaultPort}
  --mean-port <number>    default: ${mean.defaultPort}
  --no-meteor             MEAN alone
  --install               run Meteor's own installer without asking, if Meteor is missing
  --no-install            don't ask for it
  --help

Data is kept in ${dataDir}, between starts. Delete that folder to begin anew.
MONGO_URL uses a MongoDB of yours instead: a replica set. The database is '${database}'.`;

interface Options {
  production: boolean;
  /** false: MEAN alone. */
  meteor: boolean;
  install: boolean | undefined;
  pagePort: number;
  ports: Record<Stack['name'], number>;
}

/** @returns undefined if only help was wanted */
function optionsFrom(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      production: { type: 'boolean', default: false },
      meteor: { type: 'boolean', default: true },
      port: { type: 'string' },
      'meteor-port': { type: 'string' },
      'mean-port': { type: 'string' },
      install: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  return {
    production: values.production,
    meteor: values.meteor,
    install: values.install,
    pagePort: portFrom('port', values.port, pagePort),
    ports: {
      meteor: portFrom('meteor-port', values['meteor-port'], meteor.defaultPort),
      mean: portFrom('mean-port', values['mean-port'], mean.defaultPort),
    },
  };
}

interface Missing {
  title: string;
  reason: string;
  remedy: string;
}

const log = (line: string): void => console.error(line);

/** Ports are looked at first: building takes minutes. */
async function claimPorts({ ports, pagePort }: Options, here: readonly Stack[]): Promise<void> {
  for (const { name } of here) await claimPort(ports[name], `choose another one with --${name}-port`);
  await claimPort(pagePort, 'choose another one with --port');
}

async function findStacks(options: Options): Promise<{ here: Stack[]; missing: Missing[] }> {
  const here: Stack[] = [];
  const missing: Missing[] = [];
  for (const stack of [meteor, mean]) {
    const leftOut: Found = { found: false, reason: '--no-meteor', remedy: 'start again without it' };
    const isWanted = stack !== meteor || options.meteor;
    const found = isWanted ? await findOrOffer(stack, options.install) : leftOut;
    if (found.found) {
      here.push(stack);
      log(found.description);
    } else {
      const { reason, remedy } = found;
      missing.push({ title: stack.title, reason, remedy });
      log(`${stack.title} is not run: ${reason}. Remedy: ${remedy}.`);
    }
  }
  return { here, missing };
}

async function start(stack: Stack, options: Options, mongo: SharedMongo): Promise<RunningApp> {
  const run = {
    port: options.ports[stack.name],
    mongo,
    database,
    log: (line: string) => log(`${stack.name}: ${line}`),
  };
  if (!options.production) return stack.develop(run);
  const build = await stack.build({ log: run.log });
  return build.start(run);
}

async function dev(options: Options): Promise<void> {
  const over = interrupted();
  const stops: (() => Promise<void>)[] = [];
  try {
    const { here, missing } = await findStacks(options);
    await claimPorts(options, here);
    // What is under way when Ctrl-C comes ends with this process: builds, apps and mongod watch their owner.
    const mongo = await Promise.race([shareMongo({ dataDir, log }), over]);
    if (!mongo) return;
    stops.push(() => mongo.stop());
    log(mongo.description);

    const apps: { stack: Stack; app: RunningApp }[] = [];
    for (const stack of here) {
      const app = await Promise.race([start(stack, options, mongo), over]);
      if (!app) return;
      stops.push(() => app.stop());
      apps.push({ stack, app });
    }
    const page = await Promise.race([openPage(options.pagePort, apps, missing, mongo), over]);
    if (!page) return;
    stops.push(() => page.stop());

    const width = Math.max(...['Side by side', ...apps.map(({ stack }) => stack.title)].map((t) => t.length));
    for (const { stack, app } of apps) console.log(`${stack.title.padEnd(width)}  ${app.url}`);
    for (const { title } of missing) console.log(`${title.padEnd(width)}  not here`);
    console.log(`${'Side by side'.padEnd(width)}  ${page.url}`);
    console.log('Ctrl-C stops all.');
    const exit = await Promise.race([over, ...apps.map(endOf)]);
    if (exit) throw new Error(exit);
    log('Stopping');
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function openPage(
  port: number,
  apps: readonly { stack: Stack; app: RunningApp }[],
  missing: readonly Missing[],
  mongo: SharedMongo,
) {
  return startSideBySide({
    port,
    apps: apps.map(({ stack, app }) => ({
      name: stack.name,
      title: stack.title,
      url: app.url,
      transport: stack.defaultTransport,
    })),
    missing,
    mongoUrl: urlOf(mongo, database),
  });
}

async function endOf({ stack, app }: { stack: Stack; app: RunningApp }): Promise<string> {
  const { code, signal } = await app.exited;
  return `${stack.title} ended by itself (${signal ?? `code ${code}`}).`;
}

try {
  const options = optionsFrom(process.argv.slice(2));
  if (options) {
    await dev(options);
    process.exit();
  }
  console.log(help);
} catch (error) {
  console.error(`dev: ${(error as Error).message}`);
  process.exit(1);
}
