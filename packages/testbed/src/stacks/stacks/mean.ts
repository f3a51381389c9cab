import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkedMode, databaseUrl, type Launch, startApp } from '../app.ts';
import { buildClient } from '../mean-client.ts';
import { describeWeight } from '../page-weight.ts';
import { buildPackage } from '../program.ts';
import { rebuildOnChange } from '../rebuild.ts';
import { hashOf, type MakeStack, type Sources } from '../sources.ts';
import type { RunningApp, StartOptions } from '../stack.ts';
import { installedVersions } from '../versions.ts';

const folder = 'apps/mean';
const server = `${folder}/server`;
const style = 'packages/style';
const modes = ['changestream', 'emit'] as const;
const defaultMode = 'changestream';
const named = ['express', 'socket.io', 'mongodb'];

const makeMean: MakeStack = (sources) => ({
  name: `mean${sources.suffix}`,
  title: titleOf(sources),
  folder,
  hasPages: true,
  environment: 'mean',
  modes,
  transports: ['socketio'],
  defaultTransport: 'socketio',
  defaultPort: 3100,
  hasGuards: true,
  async find() {
    const versions = installedVersions(sources, server, named);
    return {
      found: true,
      modes,
      defaultMode,
      version: `Socket.io ${versions['socket.io']}`,
      description: `${titleOf(sources)}: Express ${versions.express}, Socket.io ${versions['socket.io']}, MongoDB driver ${versions.mongodb}, Node ${versions.node}`,
    };
  },
  async build({ log }) {
    const javascript = await buildClient(sources.root, log);
    log(describeWeight(titleOf(sources), javascript));
    const dir = join(sources.root, server);
    return {
      stack: `mean${sources.suffix}`,
      modes,
      defaultMode,
      dir,
      node: process.execPath,
      nodeVersion: process.versions.node,
      versions: installedVersions(sources, server, named),
      hash: await hashOf(sources.root, [server, 'packages/contract', 'packages/guards', 'package-lock.json']),
      javascript,
      observeDriver: () => null,
      checkMode: (mode) => void checkedMode(titleOf(sources), modes, mode),
      checkNode,
      start: (options) => startApp(serverLaunch(sources, options), options),
    };
  },
  /** Two processes: the server, which starts again when its sources change, and Angular's, which passes on to it. */
  async develop(options) {
    await buildPackage(sources.root, style);
    const launch = serverLaunch(sources, options);
    const running = await startApp(
      {
        ...launch,
        args: (port) => ['--watch', '--watch-preserve-output', ...launch.args(port)],
        inherited: { ...process.env, NODE_ENV: 'development' },
      },
      { ...options, port: 0 },
    );
    try {
      const log = options.log && withoutRefusals(options.log);
      const client = await startApp(clientLaunch(sources, running), { ...options, ...(log ? { log } : {}) });
      const end = rebuildOnChange(sources.root, [style], options.log ?? (() => {}));
      const exited = Promise.race([client.exited, running.exited]).finally(end);
      return {
        ...client,
        exited,
        stop: async () => void (await Promise.all([client.stop(), running.stop()])),
        kill: async () => void (await Promise.all([client.kill(), running.kill()])),
      };
    } catch (error) {
      await running.stop();
      throw error;
    }
  },
});

export default makeMean;

const titleOf = ({ suffix }: Sources): string => `MEAN${suffix}`;

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

/** The server runs from source, by Node's own type stripping: only the client is built. */
function serverLaunch(sources: Sources, options: StartOptions): Launch {
  const mode = checkedMode(titleOf(sources), modes, options.mode ?? defaultMode);
  const mongoUrl = databaseUrl(options);
  const cwd = join(sources.root, server);
  return {
    stack: `mean${sources.suffix}`,
    title: titleOf(sources),
    mode,
    command: options.node ?? process.execPath,
    args: () => [join(cwd, 'src/main.ts')],
    cwd,
    env: (port) => ({ PORT: String(port), MONGO_URL: mongoUrl, MODE: mode }),
    readyPath: '/ready',
  };
}

function clientLaunch(sources: Sources, running: RunningApp): Launch {
  const cwd = join(sources.root, folder, 'client');
  const cli = createRequire(join(cwd, 'package.json')).resolve('@angular/cli/package.json');
  return {
    stack: running.stack,
    title: 'ng serve',
    mode: running.mode,
    command: process.execPath,
    args: (port) => [
      join(dirname(cli), 'bin/ng.js'),
      'serve',
      '--host=127.0.0.1',
      `--port=${port}`,
      // The contract and the style lie outside Angular's workspace, where @angular/build 22.2.0 sees changes by polling only.
      '--poll=500',
      // Angular would bundle the contract beforehand, and keep that bundle when the contract changes.
      '--prebundle=false',
    ],
    cwd,
    inherited: { ...process.env, NODE_ENV: 'development' },
    env: () => ({ MEAN_SERVER: running.url, NG_CLI_ANALYTICS: 'false' }),
    readyPath: '/',
    timeout_ms: 300_000,
  };
}

/**
 * A log without what `ng serve` says of each request that comes while the server restarts: that it is refused, with a
 * stack. The server itself says that it restarts.
 */
export function withoutRefusals(log: (line: string) => void): (line: string) => void {
  let held: string | undefined;
  let isStack = false;
  return (line) => {
    if (isStack && /^\s+at /.test(line)) return;
    isStack = held !== undefined && line.includes('ECONNREFUSED');
    if (held !== undefined && !isStack) log(held);
    held = /\[vite\] \w+ proxy error:/.test(line) ? line : undefined;
    if (held === undefined && !isStack) log(line);
  };
}
