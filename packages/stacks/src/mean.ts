import { createRequire } from 'node:module';
import { join } from 'node:path';
import { urlOf } from '@meteor-vs-mean/mongo';
import { checkedMode, startApp } from './app.ts';
import { hashOf, root } from './sources.ts';
import type { Build, Stack } from './stack.ts';

const dir = join(root, 'apps/mean/server');
const modes = ['changestream', 'emit'] as const;
const defaultMode = 'changestream';
const title = 'MEAN';

/** Runs from source, by Node's own type stripping: to build it is to know what it is made of. */
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
  async build(): Promise<Build> {
    const hash = await hashOf(['apps/mean/server', 'packages/contract', 'package-lock.json']);
    return {
      stack: 'mean',
      dir,
      node: process.execPath,
      nodeVersion: process.versions.node,
      versions: versionsOf(),
      hash,
      observeDriver: () => null,
      checkMode: (mode) => void checkedMode(title, modes, mode),
      start: (options) => {
        const mode = checkedMode(title, modes, options.mode ?? defaultMode);
        const mongoUrl = urlOf(options.mongo, options.database);
        const launch = {
          stack: 'mean' as const,
          title,
          mode,
          node: process.execPath,
          args: [join(dir, 'src/main.ts')],
          cwd: dir,
          env: (port: number) => ({ PORT: String(port), MONGO_URL: mongoUrl, MODE: mode }),
          readyPath: '/ready',
        };
        return startApp(launch, options);
      },
    };
  },
};

function versionsOf(): Record<string, string> {
  const require = createRequire(join(dir, 'package.json'));
  const installed = (name: string) => [name, require(`${name}/package.json`).version as string];
  return {
    node: process.versions.node,
    ...Object.fromEntries(['express', 'socket.io', 'mongodb'].map(installed)),
  };
}
