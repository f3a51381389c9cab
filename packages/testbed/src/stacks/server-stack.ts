import { join } from 'node:path';
import { checkedMode, databaseUrl, startApp, withMajority } from './app.ts';
import { hashOf, type MakeStack } from './sources.ts';
import type { Build, Stack, StartOptions, Transport } from './stack.ts';
import { installedVersions } from './versions.ts';

/**
 * A server without pages: one program that Node runs from its sources, as it is. `server.ts` in its folder takes PORT,
 * MONGO_URL and MODE, and answers GET / once it can be used.
 */
interface ServerStack
  extends Pick<
    Stack,
    'name' | 'title' | 'folder' | 'environment' | 'defaultPort' | 'floorOf' | 'storesNothing'
  > {
  /** The first one is the default. */
  modes: readonly [string, ...string[]];
  /** The first one is the default. */
  transports: readonly [Transport, ...Transport[]];
  /** npm packages whose versions a report should name. */
  packages: readonly string[];
}

/** Whatever the server says of itself, its writes are asked to wait for the majority. */
export function serverStack(definition: ServerStack): MakeStack {
  const { folder, modes, transports, packages, floorOf, ...rest } = definition;
  return (sources) => {
    const name = rest.name + sources.suffix;
    const title = rest.title + sources.suffix;
    const dir = join(sources.root, folder);
    const start: Build['start'] = (options: StartOptions) => {
      const mode = checkedMode(title, modes, options.mode ?? modes[0]);
      const mongoUrl = withMajority(databaseUrl(options));
      const launch = {
        stack: name,
        title,
        mode,
        command: options.node ?? process.execPath,
        args: () => ['server.ts'],
        cwd: dir,
        env: (port: number) => ({ PORT: String(port), MONGO_URL: mongoUrl, MODE: mode }),
        readyPath: '/',
      };
      return startApp(launch, options);
    };
    const stack: Stack = {
      ...rest,
      name,
      title,
      folder,
      hasPages: false,
      modes,
      transports,
      defaultTransport: transports[0],
      ...(floorOf ? { floorOf: floorOf + sources.suffix } : {}),
      async find() {
        const installed = installedVersions(sources, folder, packages);
        const version = packages.map((of) => `${of} ${installed[of]}`).join(', ');
        const description = `${title}: ${version}, Node ${installed.node}`;
        return { found: true, version, description, modes, defaultMode: modes[0] };
      },
      async build() {
        return {
          stack: name,
          modes,
          defaultMode: modes[0],
          dir,
          node: process.execPath,
          nodeVersion: process.versions.node,
          versions: installedVersions(sources, folder, packages),
          hash: await hashOf(sources.root, [folder, 'package-lock.json']),
          javascript: null,
          observeDriver: () => null,
          checkMode: (mode) => void checkedMode(title, modes, mode),
          start,
        };
      },
      develop: async (options) => (await stack.build({ log: options.log ?? (() => {}) })).start(options),
    };
    return stack;
  };
}
