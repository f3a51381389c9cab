/** `npm run dev` and `npm start`: MongoDB, the apps and the page with all of them in it, until Ctrl-C. */

import { urlOf } from '../mongo/index.ts';
import {
  abortable,
  claimPort,
  exit,
  flag,
  OptionError,
  portNumber,
  runCommand,
  unless,
  untilStopped,
  value,
} from '../process/index.ts';
import { apps, type Found, findOrOffer, installOption, type Stack } from '../stacks/index.ts';
import { type App, openTestbed, type Testbed } from '../testbed.ts';
import { database, dataDir, keptMongo, pagePort } from './data.ts';
import { startSideBySide } from './server.ts';

const titles = apps.map(({ title }) => title);

const command = {
  name: 'dev',
  usage: `npm run dev [-- options]     with live reload: what you change in apps/ is in the browser at once
npm start [-- options]       production builds`,
  about: `Starts MongoDB, the apps (${titles.join(', ')}), and a page with all of them side by side. Ctrl-C stops all.
Without Meteor it asks whether to install it, or continues without it.`,
  options: {
    port: value('<number>', 'of the page', portNumber, pagePort),
    ...Object.fromEntries(
      apps.map(({ name, defaultPort }) => [
        `${name}-port`,
        value('<number>', 'where it listens', portNumber, defaultPort),
      ]),
    ),
    ...Object.fromEntries(apps.map(({ name, title }) => [name, unless(`without ${title}`)])),
    install: installOption,
    // What `npm start` adds.
    production: flag(),
  },
  notes: `Data is kept in ${dataDir}, between starts. Delete that folder to start from scratch.
MONGO_URL uses a MongoDB of yours instead: a replica set. The database is '${database}'.`,
};

interface Options {
  production: boolean;
  install: boolean | undefined;
  pagePort: number;
  /** Of every app, by its name. */
  ports: ReadonlyMap<string, number>;
  /** Names of the apps that are wanted. */
  wanted: ReadonlySet<string>;
}

interface Missing {
  title: string;
  reason: string;
  remedy: string;
}

const log = (line: string): void => console.error(line);

const addressesOf = (port: number): string[] =>
  ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${port}`);

const portOf = ({ name }: Stack, ports: Options['ports']): number => ports.get(name) as number;

const portOptionOf = ({ name }: Stack): string => `--${name}-port`;

/** Ports are looked at first: building takes minutes. */
async function claimPorts({ ports, pagePort }: Options, here: readonly Stack[]): Promise<void> {
  const claimed = new Map<number, string>();
  const wanted = here.map((stack) => [portOptionOf(stack), portOf(stack, ports)] as const);
  for (const [option, port] of [...wanted, ['--port', pagePort] as const]) {
    const other = claimed.get(port);
    if (other)
      throw new OptionError(`${other} and ${option} are both ${port}: choose another one for one of them`);
    claimed.set(port, option);
    await claimPort(port, `choose another one with ${option}`);
  }
}

async function findStacks(options: Options): Promise<{ here: Stack[]; missing: Missing[] }> {
  const here: Stack[] = [];
  const missing: Missing[] = [];
  for (const stack of apps) {
    const leftOut: Found = { found: false, reason: `--no-${stack.name}`, remedy: 'start again without it' };
    const isWanted = options.wanted.has(stack.name);
    const found = isWanted ? await findOrOffer(stack, options.install) : leftOut;
    if (found.found) {
      here.push(stack);
      log(found.description);
    } else {
      const { reason, remedy } = found;
      missing.push({ title: stack.title, reason, remedy });
      log(`Skipping ${stack.title}: ${reason}. Remedy: ${remedy}.`);
    }
  }
  return { here, missing };
}

async function start(stack: Stack, options: Options, testbed: Testbed): Promise<App> {
  const say = (line: string): void => log(`${stack.name}: ${line}`);
  const building = options.production ? stack.build({ log: say }) : { start: stack.develop };
  return testbed.start(await abortable(Promise.resolve(building), testbed.signal), {
    port: portOf(stack, options.ports),
    portOption: portOptionOf(stack),
    database: testbed.database(database),
    // The page beside them shows them in frames.
    env: { FRAME_ANCESTORS: addressesOf(options.pagePort).join(',') },
    log: say,
  });
}

async function dev(options: Options, signal: AbortSignal): Promise<void> {
  const { here, missing } = await abortable(findStacks(options), signal);
  await claimPorts(options, here);
  await using testbed = await openTestbed({ signal, log, mongo: keptMongo });
  log(testbed.mongo.description);

  const running: { stack: Stack; app: App }[] = [];
  for (const stack of here) running.push({ stack, app: await start(stack, options, testbed) });
  const page = await testbed.own(
    () => openPage(options.pagePort, running, missing, testbed),
    (opened) => opened.stop(),
  );

  const width = Math.max('Side by side'.length, ...running.map(({ stack }) => stack.title.length));
  for (const { stack, app } of running) console.log(`${stack.title.padEnd(width)}  ${app.url}`);
  for (const { title } of missing) console.log(`${title.padEnd(width)}  not here`);
  console.log(`${'Side by side'.padEnd(width)}  ${page.url}`);
  console.log('Ctrl-C stops all.');
  throw new Error(await abortable(Promise.race(running.map(endOf)), signal));
}

function openPage(
  port: number,
  running: readonly { stack: Stack; app: App }[],
  missing: readonly Missing[],
  { mongo }: Testbed,
) {
  return startSideBySide({
    port,
    apps: running.map(({ stack, app }) => ({
      name: stack.name,
      title: stack.title,
      url: app.url,
      transport: stack.defaultTransport,
    })),
    missing,
    mongoUrl: urlOf(mongo, database),
  });
}

async function endOf({ stack, app }: { stack: Stack; app: App }): Promise<string> {
  const { code, signal } = await app.exited;
  return `${stack.title} ended by itself (${signal ?? `code ${code}`}).`;
}

await runCommand(command, async ({ values }) => {
  const given: Readonly<Record<string, unknown>> = values;
  const options: Options = {
    production: values.production,
    install: values.install,
    pagePort: values.port,
    ports: new Map(apps.map(({ name }) => [name, given[`${name}-port`] as number])),
    wanted: new Set(apps.map(({ name }) => name).filter((name) => given[name])),
  };
  // What is under way when Ctrl-C comes ends with this process: Meteor's installer, builds, apps and mongod watch their owner.
  await untilStopped((signal) => dev(options, signal));
  return exit.done;
});
