import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkedMode, databaseUrl, type Launch, startApp } from './app.ts';
import { buildClient } from './mean-client.ts';
import { nextClient } from './mean-next.ts';
import { meanScripts } from './mean-scripts.ts';
import { buildPackage } from './package-build.ts';
import { describeWeight, pageWeight } from './page-weight.ts';
import { hashOf, root } from './sources.ts';
import type { Build, RunningApp, Stack, StartOptions } from './stack.ts';

const dir = join(root, 'apps/mean/server');
const clientDir = join(root, 'apps/mean/client');
const modes = ['changestream', 'emit'] as const;
const defaultMode = 'changestream';
const title = 'MEAN';

/** The server runs from source, by Node's own type stripping: only the client is built. */
export const mean: Stack = {
  name: 'mean',
  title,
  modes,
  defaultMode,
  transports: ['socketio'],
  defaultTransport: 'socketio',
  defaultPort: 3100,
  async find() {
    const versions = versionsOf();
    return {
      found: true,
      version: `Socket.io ${versions['socket.io']}`,
      description: `MEAN: Express ${versions.express}, Socket.io ${versions['socket.io']}, MongoDB driver ${versions.mongodb}, Node ${versions.node}`,
    };
  },
  async build({ log }): Promise<Build> {
    const browserDir = await buildClient(log);
    const javascript = await pageWeight(await meanScripts(browserDir));
    log(describeWeight(title, javascript));
    const hash = await hashOf(['apps/mean/server', 'packages/contract', 'package-lock.json']);
    const build: Build = {
      stack: 'mean',
      dir,
      node: process.execPath,
      nodeVersion: process.versions.node,
      versions: versionsOf(),
      hash,
      javascript,
      observeDriver: () => null,
      checkMode: (mode) => void checkedMode(title, modes, mode),
      checkNode,
      start: (options) => startApp({ ...serverLaunch(options), args: () => [script] }, options),
      async next(line, folder) {
        const env = { CLIENT_DIR: await nextClient(browserDir, line, folder) };
        const start: Build['start'] = (options) =>
          build.start({ ...options, env: { ...options.env, ...env } });
        return { ...build, start };
      },
    };
    return build;
  },
  /** Two processes: the server, which starts again when its sources change, and Angular's, which passes on to it. */
  async develop(options) {
    const log = options.log ?? (() => {});
    await buildPackage('packages/style', log);
    const launch = {
      ...serverLaunch(options),
      args: () => ['--watch', '--watch-preserve-output', script],
      inherited: { ...process.env, NODE_ENV: 'development' },
    };
    const server = await startApp(launch, { ...options, port: 0 });
    try {
      const client = await startApp(clientLaunch(server), options);
      return {
        ...client,
        exited: Promise.race([client.exited, server.exited]),
        stop: () => both(client.stop(), server.stop()),
        kill: () => both(client.kill(), server.kill()),
      };
    } catch (error) {
      await server.stop();
      throw error;
    }
  },
};

const script = join(dir, 'src/main.ts');

/** The server is TypeScript, whose types Node strips from 22.18 on without being asked. */
async function checkNode(node: string): Promise<void> {
  const asked = ['-p', '[process.versions.node, process.features.typescript].join()'];
  const { stdout } = await promisify(execFile)(node, asked, { env: { ...process.env, NODE_OPTIONS: '' } });
  const [version, strips] = stdout.trim().split(',');
  if (strips === 'strip' || strips === 'transform') return;
  throw new Error(
    `MEAN runs from TypeScript sources, and Node ${version} doesn't strip types: it takes 22.18.`,
  );
}

function serverLaunch(options: StartOptions): Omit<Launch, 'args'> {
  const mode = checkedMode(title, modes, options.mode ?? defaultMode);
  const mongoUrl = databaseUrl(options);
  return {
    stack: 'mean',
    title,
    mode,
    command: options.node ?? process.execPath,
    cwd: dir,
    env: (port) => ({ PORT: String(port), MONGO_URL: mongoUrl, MODE: mode }),
    readyPath: '/ready',
  };
}

function clientLaunch(server: RunningApp): Launch {
  const cli = createRequire(join(clientDir, 'package.json')).resolve('@angular/cli/package.json');
  return {
    stack: 'mean',
    title: 'ng serve',
    mode: server.mode,
    command: process.execPath,
    args: (port) => [join(dirname(cli), 'bin/ng.js'), 'serve', '--host', '127.0.0.1', '--port', String(port)],
    cwd: clientDir,
    inherited: { ...process.env, NODE_ENV: 'development' },
    env: () => ({ MEAN_SERVER: server.url, NG_CLI_ANALYTICS: 'false' }),
    readyPath: '/',
    patience_ms: 300_000,
  };
}

async function both(...ends: Promise<void>[]): Promise<void> {
  await Promise.all(ends);
}

function versionsOf(): Record<string, string> {
  const require = createRequire(join(dir, 'package.json'));
  const installed = (name: string) => [name, require(`${name}/package.json`).version as string];
  return {
    node: process.versions.node,
    ...Object.fromEntries(['express', 'socket.io', 'mongodb'].map(installed)),
  };
}
