import { join, resolve } from 'node:path';
import { limits } from '@meteor-vs-mean/contract';
import { type Attempts, attempts } from './accounts/throttle.ts';
import { type Quotas, quotas } from './rates.ts';

/** How this server learns of a write: from the database's change stream, or from its own methods only. */
export const modes = ['changestream', 'emit'] as const;
export type Mode = (typeof modes)[number];

export interface Config {
  /** 0: any free one. */
  readonly port: number;
  readonly host: string;
  /** With the database's name in its path. */
  readonly mongoUrl: string;
  readonly mode: Mode;
  readonly backlog: Backlog;
  /** Most bytes of large snapshots on their way to all clients together. */
  readonly snapshotBytes: number;
  /** Of pages that may use this server, beside its own, as `https://example.org`: if a proxy calls it by another name. */
  readonly origins: readonly string[];
  /** Of pages that may show this server's in a frame. */
  readonly frameAncestors: readonly string[];
  /** How many proxies in front say in X-Forwarded headers who asks, and whether over TLS. */
  readonly forwardedCount: number;
  /** How often passwords may be tried and accounts made. */
  readonly attempts: Attempts;
  /** How much one address may do. */
  readonly quotas: Quotas;
  /** How many live connections one address may have open at one time. */
  readonly connectionsPerAddress: number;
  /** How often sessions are looked through for those that are past their age. */
  readonly expiryCheck_ms: number;
  /** Where the built client is. */
  readonly clientDir: string;
  /** How long `stop` waits for calls that are under way, and again for connections to close, before it cuts them. */
  readonly drain_ms: number;
  /** Gets one line about what somebody who runs the server should know. */
  readonly log: (line: string) => void;
}

/**
 * The most that may wait in Socket.io's queue for a client that reads too slowly. Past either number it is
 * disconnected: its client comes back and starts from a snapshot, which costs less than the whole backlog.
 * The queue is handed to the operating system all at once, so a client never holds more than twice as much.
 */
export interface Backlog {
  /**
   * Packets. A broadcast's bytes are shared by all who wait for them, so this bounds mostly small objects. It has
   * to be more than what one tick may send to a client that reads well: 10,000, when snapshots are sent again and
   * nothing in the fullest list is as it was.
   */
  readonly packets: number;
  /** Characters in them: five snapshots of the fullest list that the contract allows. */
  readonly characters: number;
}

export const defaults = {
  port: 3100,
  host: '127.0.0.1',
  mode: 'changestream',
  backlog: { packets: 12_000, characters: 16_000_000 },
  snapshotBytes: 64_000_000,
  origins: [] as readonly string[],
  frameAncestors: [] as readonly string[],
  forwardedCount: 0,
  attempts,
  quotas,
  connectionsPerAddress: limits.connectionsPerAddress,
  expiryCheck_ms: 10 * 60 * 1000,
  clientDir: join(import.meta.dirname, '../../client/dist/mean-client/browser'),
  drain_ms: 2000,
  log: (line: string) => console.error(line),
} as const satisfies Omit<Config, 'mongoUrl'>;

/** A setting that can't be used; the message names it and says what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Record<string, string | undefined>;

/**
 * Reads PORT, HOST, MONGO_URL, MODE, CLIENT_DIR, ORIGINS, HTTP_FORWARDED_COUNT, LOGINS_PER_ACCOUNT, LOGINS_PER_ADDRESS,
 * SIGN_UPS_PER_ADDRESS, CALLS_PER_ADDRESS, SUBSCRIPTIONS_PER_ADDRESS, CALLS_WINDOW_MS, CONNECTIONS_PER_ADDRESS,
 * SNAPSHOT_BYTES and FRAME_ANCESTORS.
 * @throws ConfigError
 */
export function configFrom(env: Environment): Config {
  return {
    ...defaults,
    port: portFrom(env.PORT),
    host: env.HOST || defaults.host,
    mongoUrl: mongoUrlFrom(env.MONGO_URL),
    mode: modeFrom(env.MODE),
    snapshotBytes: countFrom('SNAPSHOT_BYTES', env.SNAPSHOT_BYTES, 1, defaults.snapshotBytes),
    origins: originsFrom('ORIGINS', env.ORIGINS),
    frameAncestors: originsFrom('FRAME_ANCESTORS', env.FRAME_ANCESTORS),
    forwardedCount: countFrom('HTTP_FORWARDED_COUNT', env.HTTP_FORWARDED_COUNT, 0, defaults.forwardedCount),
    attempts: attemptsFrom(env),
    quotas: quotasFrom(env),
    connectionsPerAddress: countFrom(
      'CONNECTIONS_PER_ADDRESS',
      env.CONNECTIONS_PER_ADDRESS,
      1,
      defaults.connectionsPerAddress,
    ),
    clientDir: env.CLIENT_DIR ? resolve(env.CLIENT_DIR) : defaults.clientDir,
  };
}

function portFrom(value: string | undefined): number {
  if (!value) return defaults.port;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new ConfigError(`PORT is '${value}': it must be a whole number from 0 (any free port) to 65535`);
}

function mongoUrlFrom(value: string | undefined): string {
  if (value && /^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/.test(value)) return value;
  const example = 'mongodb://127.0.0.1:27017/mean?replicaSet=rs0';
  // The address may hold a password: it isn't repeated.
  throw new ConfigError(
    value
      ? `MONGO_URL must be a MongoDB address with the name of a database, such as ${example}`
      : `MONGO_URL is missing: give the address of a MongoDB replica set and a database, such as ${example}`,
  );
}

function originsFrom(name: string, value: string | undefined): string[] {
  const origins = (value ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  for (const origin of origins) {
    if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new ConfigError(
      `${name} has '${origin}': give scheme, host and port only, such as https://example.org,http://127.0.0.1:4200`,
    );
  }
  return origins;
}

function attemptsFrom(env: Environment): Attempts {
  const { loginsPerAccount, loginsPerAddress, signUpsPerAddress } = attempts;
  return {
    loginsPerAccount: limitFrom(env, 'LOGINS_PER_ACCOUNT', loginsPerAccount),
    loginsPerAddress: limitFrom(env, 'LOGINS_PER_ADDRESS', loginsPerAddress),
    signUpsPerAddress: limitFrom(env, 'SIGN_UPS_PER_ADDRESS', signUpsPerAddress),
  };
}

function quotasFrom(env: Environment): Quotas {
  const { callsPerAddress, subscriptionsPerAddress } = quotas;
  const per_ms = countFrom('CALLS_WINDOW_MS', env.CALLS_WINDOW_MS, 1, callsPerAddress.per_ms);
  return {
    callsPerAddress: limitFrom(env, 'CALLS_PER_ADDRESS', { ...callsPerAddress, per_ms }),
    subscriptionsPerAddress: limitFrom(env, 'SUBSCRIPTIONS_PER_ADDRESS', {
      ...subscriptionsPerAddress,
      per_ms,
    }),
  };
}

function limitFrom(env: Environment, name: string, { count, per_ms }: Attempts['loginsPerAccount']) {
  return { count: countFrom(name, env[name], 1, count), per_ms };
}

function countFrom(name: string, value: string | undefined, least: number, otherwise: number): number {
  if (!value) return otherwise;
  const count = Number(value);
  if (/^\d+$/.test(value) && count >= least && Number.isSafeInteger(count)) return count;
  throw new ConfigError(`${name} is '${value}': it must be a whole number from ${least} on`);
}

function modeFrom(value: string | undefined): Mode {
  if (!value) return defaults.mode;
  const mode = modes.find((known) => known === value);
  if (mode) return mode;
  throw new ConfigError(`MODE is '${value}': it must be ${modes.join(' or ')}`);
}
