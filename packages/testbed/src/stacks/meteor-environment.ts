import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { urlOf } from '../mongo/index.ts';
import { databaseUrl, withMajority } from './app.ts';
import { type MeteorMode, reactivityOf, readsOplog } from './meteor-modes.ts';
import { type MeteorServerTransport, serverTransportSettings } from './meteor-server-transport.ts';
import type { StartOptions } from './stack.ts';

/** How a Meteor app is run, once its version allows that. */
export interface Manner {
  mode: MeteorMode;
  serverTransport: MeteorServerTransport;
}

type Settings = Record<string, unknown>;

/** What a Meteor app is started with. */
export async function meteorEnvironment(
  manner: Manner,
  port: number,
  options: StartOptions,
): Promise<Record<string, string>> {
  return {
    PORT: String(port),
    BIND_IP: '127.0.0.1',
    ROOT_URL: `http://127.0.0.1:${port}`,
    // MEAN asks for the same with each write; 'majority' is also what MongoDB itself defaults to.
    MONGO_URL: withMajority(databaseUrl(options)),
    ...(readsOplog(manner.mode) ? { MONGO_OPLOG_URL: urlOf(options.mongo, 'local') } : {}),
    DDP_TRANSPORT: manner.serverTransport,
    METEOR_SETTINGS: JSON.stringify(await settingsWith(options.settings ?? {}, manner)),
  };
}

/** `meteor run` takes them from a file alone. @returns its path, where Meteor keeps what isn't committed */
export async function writeSettings(app: string, manner: Manner): Promise<string> {
  const folder = join(app, '.meteor/local');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'develop-settings.json');
  await writeFile(path, JSON.stringify(await settingsWith({}, manner)));
  return path;
}

/** The user's settings with ours put in. */
async function settingsWith(settings: Settings, { mode, serverTransport }: Manner): Promise<Settings> {
  const packages = objectOf(settings.packages);
  const mongo = { ...objectOf(packages.mongo), reactivity: reactivityOf(mode) };
  const ddp = { ...objectOf(packages['ddp-server']), ...(await serverTransportSettings(serverTransport)) };
  return { ...settings, packages: { ...packages, mongo, 'ddp-server': ddp } };
}

function objectOf(value: unknown): Settings {
  return typeof value === 'object' && value !== null ? (value as Settings) : {};
}
