import { join, resolve } from 'node:path';
import { areGuardsOn, SettingError } from '@meteor-vs-mean/guards';
import { type GuardConfig, guardConfig } from './guards/config.ts';

/** How this server learns of writes: from the database's change stream, or only from its own methods. */
export const modes = ['changestream', 'emit'] as const;
export type Mode = (typeof modes)[number];

export interface Config {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** With the database's name in its path. */
  readonly mongoUrl: string;
  readonly mode: Mode;
  /** Origins that may embed this server's pages in a frame. */
  readonly frameAncestors: readonly string[];
  /** How many trusted proxies set X-Forwarded headers (the client's address, and whether it uses TLS). */
  readonly forwardedCount: number;
  /** The guards' settings; undefined for measuring without guards. */
  readonly guards: GuardConfig | undefined;
  /** How often sessions are checked for expiry. */
  readonly expiryCheck_ms: number;
  /** The folder of the built client. */
  readonly clientDir: string;
  /** How long `stop` waits for calls in progress, and again for connections to close, before it cuts them. */
  readonly drain_ms: number;
  /** Gets one line for each event that an operator should know about. */
  readonly log: (line: string) => void;
}

export const defaults = {
  port: 3100,
  host: '127.0.0.1',
  mode: 'changestream',
  frameAncestors: [] as readonly string[],
  forwardedCount: 0,
  guards: guardConfig({}),
  expiryCheck_ms: 10 * 60 * 1000,
  clientDir: join(import.meta.dirname, '../../client/dist/mean-client/browser'),
  drain_ms: 2000,
  log: (line: string) => console.error(line),
} as const satisfies Omit<Config, 'mongoUrl'>;

type Environment = Record<string, string | undefined>;

/**
 * Reads PORT, HOST, MONGO_URL, MODE, CLIENT_DIR, GUARDS and the guards' settings.
 * @throws SettingError
 */
export function configFrom(env: Environment): Config {
  const guards = guardConfig(env);
  const { frameAncestors, forwardedCount } = guards;
  return {
    ...defaults,
    port: portFrom(env.PORT),
    host: env.HOST || defaults.host,
    mongoUrl: mongoUrlFrom(env.MONGO_URL),
    mode: modeFrom(env.MODE),
    frameAncestors,
    forwardedCount,
    guards: areGuardsOn(env) ? guards : undefined,
    clientDir: env.CLIENT_DIR ? resolve(env.CLIENT_DIR) : defaults.clientDir,
  };
}

function portFrom(value: string | undefined): number {
  if (!value) return defaults.port;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new SettingError(`PORT is '${value}', but must be a whole number from 0 (any free port) to 65535`);
}

function mongoUrlFrom(value: string | undefined): string {
  if (value && /^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/.test(value)) return value;
  const example = 'mongodb://127.0.0.1:27017/mean?replicaSet=rs0';
  // The address may contain a password, so the message doesn't repeat it.
  throw new SettingError(
    value
      ? `MONGO_URL must be a MongoDB address with the name of a database, such as ${example}`
      : `MONGO_URL is not set: give the address of a MongoDB replica set and a database, such as ${example}`,
  );
}

function modeFrom(value: string | undefined): Mode {
  if (!value) return defaults.mode;
  const mode = modes.find((known) => known === value);
  if (mode) return mode;
  throw new SettingError(`MODE is '${value}', but must be ${modes.join(' or ')}`);
}
