/** `npm run serve -- mean`: MongoDB and one app in production mode, until Ctrl-C. */

import { shareMongo } from '../mongo/index.ts';
import {
  claimPort,
  exit,
  interrupted,
  nonEmpty,
  OptionError,
  portNumber,
  runCommand,
  value,
} from '../process/index.ts';
import { checkedMode, findOrOffer, installOption, type Stack, stackNamed, stacks } from '../stacks/index.ts';
import { database, dataDir } from './data.ts';

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
  notes: `Data is kept in ${dataDir}, between starts. Delete that folder to begin anew.
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

async function serve({ stack, port, mode, serverTransport, install }: Options): Promise<void> {
  const log = (line: string): void => console.error(line);
  const over = interrupted();
  await using running = new AsyncDisposableStack();
  await claimPort(port, `choose another one: npm run serve -- ${stack.name} --port <number>`);
  // What is under way when Ctrl-C comes ends with this process: Meteor's installer, builds, apps and mongod watch their owner.
  const found = await Promise.race([findOrOffer(stack, install), over]);
  if (!found) return;
  if (!found.found)
    throw new Error(`${stack.title} can't be served: ${found.reason}. Remedy: ${found.remedy}.`);
  log(found.description);
  const build = await Promise.race([stack.build({ log }), over]);
  if (!build) return;

  const mongo = await Promise.race([shareMongo({ dataDir, log }), over]);
  if (!mongo) return;
  running.defer(() => mongo.stop());
  log(mongo.description);

  const manner = { ...(mode ? { mode } : {}), ...(serverTransport ? { serverTransport } : {}) };
  const app = await Promise.race([build.start({ ...manner, port, mongo, database, log }), over]);
  if (!app) return;
  running.defer(() => app.stop());
  console.log(`${stack.title} (${app.mode}) is on ${app.url}. Ctrl-C stops it.`);
  const ended = await Promise.race([app.exited, over]);
  if (ended) throw new Error(`${stack.title} ended by itself (${ended.signal ?? `code ${ended.code}`}).`);
  log('Stopping');
}

await runCommand(command, async ({ values, words: [name, ...others] }) => {
  if (name === undefined || others.length > 0) {
    throw new OptionError(`Name one stack to serve: npm run serve -- ${names}`);
  }
  const stack = stackNamed(name);
  if (values['server-transport'] && !stack.serverTransports) {
    throw new OptionError(`--server-transport: ${stack.title} has nothing to choose: leave it out`);
  }
  await serve({
    stack,
    port: values.port ?? stack.defaultPort,
    mode: values.mode && checkedMode(stack.title, stack.modes, values.mode),
    serverTransport: values['server-transport'],
    install: values.install,
  });
  return exit.done;
});
