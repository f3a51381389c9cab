import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Launch, startApp } from './app.ts';
import {
  type Bundle,
  buildBundle,
  comparedApp,
  type MeteorApp,
  openBundle,
  prepareMeteorApp,
} from './meteor-bundle.ts';
import { type Manner, meteorEnvironment, writeSettings } from './meteor-environment.ts';
import {
  isBuiltSince35,
  isSince35,
  type KnownMeteor,
  meteorMode,
  meteorModes,
  modesSince,
  observeDriver,
} from './meteor-modes.ts';
import { meteorScripts } from './meteor-scripts.ts';
import { meteorServerTransport, meteorServerTransports } from './meteor-server-transport.ts';
import { describeTool, findTool, type MeteorTool, toolEnvironment } from './meteor-tool.ts';
import { describeWeight, keptWeight } from './page-weight.ts';
import { buildPackage } from './program.ts';
import { rebuildOnChange } from './rebuild.ts';
import { restartable } from './restartable.ts';
import type { MakeStack, Sources } from './sources.ts';
import type { Build, Found, Stack, StartOptions } from './stack.ts';

/** A checkout of Meteor lists each of its packages at each start, and at a first start a release does. */
const selected = /^Changes to your project's package version selections|^\S+ +added, version \S+$/;

const missing = 'no meteor on PATH or in ~/.meteor';

/** A Meteor app of this repository that is a stack. */
interface MeteorStack
  extends Pick<
    Stack,
    'name' | 'title' | 'hasPages' | 'defaultPort' | 'strategies' | 'floorOf' | 'hasGuards'
  > {
  app: MeteorApp;
}

/** What a Meteor stack is, from some sources. */
interface Made extends Pick<MeteorStack, 'title' | 'app' | 'hasPages'> {
  stack: string;
  sources: Sources;
}

/** Meteor's own tool builds it, or METEOR_BUNDLE names what that has built of the compared app. */
export function meteorStack(definition: MeteorStack): MakeStack {
  const { name, title, app, floorOf, ...rest } = definition;
  return (sources) => {
    const { suffix } = sources;
    const made: Made = { ...definition, stack: name + suffix, title: title + suffix, sources };
    const stack: Stack = {
      ...rest,
      name: made.stack,
      title: made.title,
      folder: app.path,
      environment: name,
      modes: meteorModes,
      transports: ['ddp-sockjs', 'ddp'],
      defaultTransport: 'ddp-sockjs',
      serverTransports: meteorServerTransports,
      ...(floorOf ? { floorOf: floorOf + suffix } : {}),
      find: () => find(made),
      async build({ log }) {
        const path = bundleOf(made);
        if (path) return buildOf(made, await openBundle(path), log);
        const tool = await requiredTool(made);
        return buildOf(made, await buildBundle(tool, app, log, sources.root), log);
      },
      async develop(options) {
        const tool = await requiredTool(made);
        const log = options.log ?? (() => {});
        await prepareMeteorApp(tool, app, log, sources.root);
        log(`Starting ${app.title} with Meteor ${tool.version} (minutes the first time)`);
        const { version } = tool;
        const manner = mannerOf(options, { title: made.title, version, since35: isSince35(version) });
        const cwd = join(sources.root, app.path);
        const settings = await writeSettings(cwd, manner);
        const launch: Launch = {
          stack: made.stack,
          title: made.title,
          mode: manner.mode,
          command: tool.command,
          args: (port) => ['run', '--port', `127.0.0.1:${port}`, '--settings', settings],
          cwd,
          inherited: toolEnvironment(),
          env: (port) => meteorEnvironment(manner, port, options),
          // Meteor's tool answers for an app that crashes, with a page, and waits for its sources to be mended.
          readyPath: '/sockjs/info',
          readyType: 'application/json',
          timeout_ms: 900_000,
        };
        const quieter = (line: string): void => void (selected.test(line) || log(line));
        const start = (port: number, launch: Launch) => startApp(launch, { ...options, port, log: quieter });
        // A package that doesn't work crashes the app. The tool answers then, too, and the next build must not wait longer.
        const { readyType: _, ...untilToolAnswers } = { ...launch, readyPath: '/' };
        const first = await start(options.port, launch);
        const { app: running, restart } = restartable(first, (port) => start(port, untilToolAnswers));
        // Meteor's tool sees no change of a package that the server loads, so the tool starts again for it.
        const end = rebuildOnChange(sources.root, app.linked, log, (path) => {
          const build = () => buildPackage(sources.root, path);
          return app.onServer?.includes(path) ? restart(build) : build();
        });
        running.exited.then(end);
        return running;
      },
    };
    return stack;
  };
}

/** METEOR_BUNDLE is of the compared app, unchanged: it can't be used for another app or another checkout. */
function bundleOf({ app, sources }: Made): string | undefined {
  const isCompared = app === comparedApp && sources.suffix === '';
  return (isCompared && process.env.METEOR_BUNDLE) || undefined;
}

async function find(made: Made): Promise<Found> {
  const path = bundleOf(made);
  try {
    if (path) {
      const bundle = await openBundle(path);
      const { version, dir, nodeVersion } = bundle;
      const description = `${made.title} ${version}, Node ${nodeVersion} (METEOR_BUNDLE ${dir})`;
      return { found: true, version, description, ...modesSince(await isBuiltSince35(bundle)) };
    }
    const tool = await findTool(made.app, made.sources.root);
    if (tool) {
      const { version, command } = tool;
      const description = `${made.title} ${describeTool(tool)} (${command})`;
      return { found: true, version, description, ...modesSince(isSince35(version)) };
    }
  } catch (error) {
    const remedy = 'correct that, or name another Meteor';
    return { found: false, reason: (error as Error).message, remedy };
  }
  return {
    found: false,
    reason: whyMissing(),
    remedy: 'to have it, add --install, or see https://docs.meteor.com/about/install',
    canBeInstalled: true,
  };
}

function whyMissing(): string {
  return process.env.METEOR_BUNDLE ? `${missing}, and METEOR_BUNDLE is of another app` : missing;
}

async function requiredTool({ app, sources }: Made): Promise<MeteorTool> {
  const tool = await findTool(app, sources.root);
  if (tool) return tool;
  throw new Error(`Meteor is not here: ${whyMissing()}.`);
}

async function buildOf(made: Made, bundle: Bundle, log: (line: string) => void): Promise<Build> {
  const { dir, node, nodeVersion, hash, version } = bundle;
  const { stack, title, hasPages } = made;
  const { commit } = made.sources;
  const weightFile = bundleOf(made) ? undefined : join(dir, 'weight.json');
  const javascript = hasPages ? await keptWeight(weightFile, () => meteorScripts(dir)) : null;
  if (javascript) log(describeWeight(title, javascript));
  const driver = await mongoDriverVersion(dir);
  const known: KnownMeteor = { title, version, since35: await isBuiltSince35(bundle) };
  return {
    stack,
    ...modesSince(known.since35),
    dir,
    node,
    nodeVersion,
    versions: {
      meteor: version,
      node: nodeVersion,
      ...(driver ? { mongodb: driver } : {}),
      ...(commit ? { commit } : {}),
    },
    hash,
    javascript,
    checkMode: (mode) => void meteorMode(mode, known),
    checkServerTransport: (name) => void meteorServerTransport(name, known),
    observeDriver: (mode, hasWindow) => observeDriver(meteorMode(mode, known), hasWindow),
    async start(options) {
      const manner = mannerOf(options, known);
      const launch: Launch = {
        stack,
        title,
        mode: manner.mode,
        command: options.node ?? node,
        args: () => [join(dir, 'main.js')],
        cwd: dir,
        env: (port) => meteorEnvironment(manner, port, options),
        readyPath: '/',
      };
      return startApp(launch, options);
    },
  };
}

/** @throws one line if this Meteor can't be run so */
function mannerOf(options: Pick<StartOptions, 'mode' | 'serverTransport'>, known: KnownMeteor): Manner {
  return {
    mode: meteorMode(options.mode, known),
    serverTransport: meteorServerTransport(options.serverTransport, known),
  };
}

/** Meteor brings the driver inside its package npm-mongo. */
async function mongoDriverVersion(dir: string): Promise<string | undefined> {
  const path = 'programs/server/npm/node_modules/meteor/npm-mongo/node_modules/mongodb/package.json';
  return readFile(join(dir, path), 'utf8').then(
    (text) => JSON.parse(text).version,
    () => undefined,
  );
}
