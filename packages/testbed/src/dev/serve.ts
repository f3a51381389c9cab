/** `npm run serve -- mean`: MongoDB and one app in production mode, until Ctrl-C. */

import {
  abortable,
  claimPort,
  exit,
  nonEmpty,
  OptionError,
  portNumber,
  runCommand,
  untilStopped,
  value,
} from '../process/index.ts';
import { checkedMode, findOrOffer, installOption, type Stack, stackNamed, stacks } from '../stacks/index.ts';
import { openTestbed } from '../testbed.ts';
import { database, dataDir, keptMongo } from './data.ts';

const names = stacks.map(({ name }) => name).join('|');
const ports = stacks.map(({ name, defaultPort }) => `${name} ${defaultPort}`).join(', ');
const modes = stacks.map(({ name, modes }) => `${name}: ${modes.join(', ')}`).join('; ');
const carriers = stacks
  .flatMap(({ name, serverTransports: all = [] }) => {
    return all.length > 0 ? [`${name}: ${all.map((one) => one.name).join(', ')}`] : [];
  })
  .join('; ');

const command = {
  name: 'serve',
  words: names,
  about: `Starts MongoDB and one app in production mode, and prints its address. Ctrl-C stops all.
Serve both at once, in two terminals: they work on the same database.`,
  options: {
    port: value('<number>', `default: ${ports}`, portNumber),
    mode: value('<mode>', `how it learns of a write. ${modes}`, nonEmpty),
    'server-transport': value('<name>', `what carries it inside the server. ${carriers}`, nonEmpty),
    install: installOption,
  },
  notes: `Data is kept in ${dataDir}, between starts. Delete that folder to start from scratch.
MONGO_URL uses a MongoDB of yours instead: a replica set. The database is '${database}'.`,
};

interface Options {
  stack: Stack;
  port: number;
  /** Undefined: its own. */
  mode: string | undefined;
  serverTransport: string | undefined;
  install: boolean | undefined;
}

async function serve(
  { stack, port, mode, serverTransport, install }: Options,
  signal: AbortSignal,
): Promise<void> {
  const log = (line: string): void => console.error(line);
  await claimPort(port, `choose another one: npm run serve -- ${stack.name} --port <number>`);
  const found = await abortable(findOrOffer(stack, install), signal);
  if (!found.found)
    throw new Error(`${stack.title} can't be served: ${found.reason}. Remedy: ${found.remedy}.`);
  log(found.description);
  const build = await abortable(stack.build({ log }), signal);
  await using testbed = await openTestbed({ signal, log, mongo: keptMongo });
  log(testbed.mongo.description);

  const app = await testbed.start(build, {
    ...(mode ? { mode } : {}),
    ...(serverTransport ? { serverTransport } : {}),
    port,
    database: testbed.database(database),
    log,
  });
  console.log(`${stack.title} (${app.mode}) is on ${app.url}. Ctrl-C stops it.`);
  const ended = await abortable(app.exited, signal);
  throw new Error(`${stack.title} ended by itself (${ended.signal ?? `code ${ended.code}`}).`);
}

await runCommand(command, async ({ values, words: [name, ...others] }) => {
  if (name === undefined || others.length > 0) {
    throw new OptionError(`Name one stack to serve: npm run serve -- ${names}`);
  }
  const stack = stackNamed(name);
  if (values['server-transport'] && !stack.serverTransports) {
    throw new OptionError(`--server-transport: ${stack.title} has nothing to choose: leave it out`);
  }
  const options: Options = {
    stack,
    port: values.port ?? stack.defaultPort,
    mode: values.mode && checkedMode(stack.title, stack.modes, values.mode),
    serverTransport: values['server-transport'],
    install: values.install,
  };
  // What is under way when Ctrl-C comes ends with this process: Meteor's installer, builds, apps and mongod watch their owner.
  await untilStopped((signal) => serve(options, signal));
  return exit.done;
});
