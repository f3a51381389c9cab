import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { urlOf } from '@meteor-vs-mean/mongo';
import { checkedMode, databaseUrl, startApp } from './app.ts';
import { type Bundle, buildBundle, comparedApp, openBundle, prepareMeteorApp } from './meteor-bundle.ts';
import { nextBundle } from './meteor-next.ts';
import { meteorScripts } from './meteor-scripts.ts';
import { findTool, type MeteorTool, meteorApp, toolEnvironment } from './meteor-tool.ts';
import { describeWeight, pageWeight } from './page-weight.ts';
import type { Build, Stack, StartOptions } from './stack.ts';

const title = 'Meteor';
const modes = ['oplog', 'polling', 'changestream'] as const;
type Mode = (typeof modes)[number];
const defaultMode = 'oplog';

/**
 * What 3.5 reads from `packages.mongo.reactivity`: its observe drivers, first choice first. 3.4 has only the first
 * two, chosen by MONGO_OPLOG_URL, and doesn't look here. Polling serves what the first can't.
 */
const reactivity: Record<Mode, string[]> = {
  oplog: ['oplog', 'polling'],
  polling: ['polling'],
  changestream: ['changeStreams', 'polling'],
};

const observeDrivers: Record<Mode, string> = {
  oplog: 'OplogObserveDriver',
  polling: 'PollingObserveDriver',
  changestream: 'ChangeStreamObserveDriver',
};

export const meteor: Stack = {
  name: 'meteor',
  title,
  modes,
  defaultMode,
  transports: ['ddp-sockjs', 'ddp'],
  defaultTransport: 'ddp-sockjs',
  defaultPort: 3000,
  strategies: ['NO_MERGE', 'NO_MERGE_NO_HISTORY'],
  async find() {
    const path = process.env.METEOR_BUNDLE;
    try {
      if (path) {
        const { version, dir, nodeVersion } = await openBundle(path);
        return {
          found: true,
          version,
          description: `Meteor ${version}, Node ${nodeVersion} (METEOR_BUNDLE ${dir})`,
        };
      }
      const tool = await findTool();
      if (tool) {
        return {
          found: true,
          version: tool.version,
          description: `Meteor ${tool.version} (${tool.command})`,
        };
      }
    } catch (error) {
      return {
        found: false,
        reason: (error as Error).message,
        remedy: 'correct that, or name another Meteor',
      };
    }
    return {
      found: false,
      reason: 'no meteor on PATH or in ~/.meteor, and METEOR_BUNDLE is not set',
      remedy: 'run again with --install, or install Meteor (https://docs.meteor.com/about/install)',
    };
  },
  async build({ log }) {
    const path = process.env.METEOR_BUNDLE;
    if (path) return buildOf(await openBundle(path), log);
    return buildOf(await buildBundle(await requiredTool(), comparedApp, log), log);
  },
  async develop(options) {
    const tool = await requiredTool();
    const log = options.log ?? (() => {});
    await prepareMeteorApp(tool, comparedApp, log);
    log(`Starting the Meteor app with Meteor ${tool.version} (minutes the first time)`);
    const mode = modeOf(options, tool.version);
    const settings = await writeSettings(mode);
    const launch = {
      stack: 'meteor' as const,
      title,
      mode,
      command: tool.command,
      args: (port: number) => ['run', '--port', `127.0.0.1:${port}`, '--settings', settings],
      cwd: meteorApp,
      inherited: toolEnvironment(),
      env: (port: number) => environment(mode, port, options),
      // Meteor's tool answers for an app that crashes, with a page, and waits for its sources to be mended.
      readyPath: '/sockjs/info',
      readyType: 'application/json',
      patience_ms: 900_000,
    };
    return startApp(launch, options);
  },
};

async function requiredTool(): Promise<MeteorTool> {
  const tool = await findTool();
  if (tool) return tool;
  throw new Error('Meteor is not here: no meteor on PATH or in ~/.meteor, and METEOR_BUNDLE is not set.');
}

async function buildOf(bundle: Bundle, log: (line: string) => void): Promise<Build> {
  const { dir, node, nodeVersion, hash, version } = bundle;
  const javascript = await pageWeight(await meteorScripts(dir));
  log(describeWeight(title, javascript));
  const driver = await mongoDriverVersion(dir);
  const startIn =
    (dir: string): Build['start'] =>
    async (options) => {
      const mode = modeOf(options, version);
      const launch = {
        stack: 'meteor' as const,
        title,
        mode,
        command: options.node ?? node,
        args: () => [join(dir, 'main.js')],
        cwd: dir,
        env: (port: number) => environment(mode, port, options),
        readyPath: '/',
      };
      return startApp(launch, options);
    };
  const build: Build = {
    stack: 'meteor',
    dir,
    node,
    nodeVersion,
    versions: { meteor: version, node: nodeVersion, ...(driver ? { mongodb: driver } : {}) },
    hash,
    javascript,
    checkMode: (mode) => void modeOf({ mode }, version),
    observeDriver: (mode) => observeDrivers[mode as Mode] ?? null,
    start: startIn(dir),
    async next(line, folder) {
      const nextDir = await nextBundle(dir, line, folder);
      return { ...build, dir: nextDir, start: startIn(nextDir) };
    },
  };
  return build;
}

function modeOf(options: Pick<StartOptions, 'mode'>, version: string): Mode {
  const mode = checkedMode(title, modes, options.mode ?? defaultMode) as Mode;
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  if (mode === 'changestream' && Number(major) * 1000 + Number(minor) < 3005) {
    throw new Error(
      `Meteor has mode 'changestream' from 3.5 on, and this is ${version}: choose oplog or polling.`,
    );
  }
  return mode;
}

function environment(mode: Mode, port: number, options: StartOptions): Record<string, string> {
  return {
    PORT: String(port),
    BIND_IP: '127.0.0.1',
    ROOT_URL: `http://127.0.0.1:${port}`,
    // MEAN asks for the same with each write; 'majority' is also what MongoDB itself defaults to.
    MONGO_URL: withMajority(databaseUrl(options)),
    ...(mode === 'oplog' ? { MONGO_OPLOG_URL: urlOf(options.mongo, 'local') } : {}),
    METEOR_SETTINGS: JSON.stringify(withReactivity(options.settings ?? {}, mode)),
  };
}

/** `meteor run` takes them from a file alone. @returns its path, where Meteor keeps what isn't committed */
async function writeSettings(mode: Mode): Promise<string> {
  const folder = join(meteorApp, '.meteor/local');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'develop-settings.json');
  await writeFile(path, JSON.stringify(withReactivity({}, mode)));
  return path;
}

function withMajority(url: string): string {
  return /[?&]w=/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}w=majority`;
}

/** The user's settings with ours put in. */
function withReactivity(settings: Record<string, unknown>, mode: Mode): Record<string, unknown> {
  const packages = objectOf(settings.packages);
  const mongo = { ...objectOf(packages.mongo), reactivity: reactivity[mode] };
  return { ...settings, packages: { ...packages, mongo } };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Meteor brings the driver inside its package npm-mongo. */
async function mongoDriverVersion(dir: string): Promise<string | undefined> {
  const path = 'programs/server/npm/node_modules/meteor/npm-mongo/node_modules/mongodb/package.json';
  return readFile(join(dir, path), 'utf8').then(
    (text) => JSON.parse(text).version,
    () => undefined,
  );
}
