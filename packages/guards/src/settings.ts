import type { Allowance } from './quota.ts';

/** The guards' settings from the environment. */
export interface GuardSettings {
  /** How many failed log-ins one account and one address may have, and how many accounts an address may make. */
  readonly loginsPerAccount: Allowance;
  readonly loginsPerAddress: Allowance;
  readonly signUpsPerAddress: Allowance;
  /** What all connections of one address may do together. A single connection has the same `per_ms`. */
  readonly callsPerAddress: Allowance;
  readonly subscriptionsPerAddress: Allowance;
  /** Most live connections that one address may have open. */
  readonly connectionsPerAddress: number;
  /** Most unread bytes of snapshots over all clients. */
  readonly snapshotBytes: number;
  /**
   * Origins that may use this server besides its own, such as `https://example.org`, and whose host names it accepts.
   */
  readonly origins: readonly string[];
  /** Origins that may embed the server's pages in a frame. */
  readonly frameAncestors: readonly string[];
  /** How many trusted proxies append to X-Forwarded-For. */
  readonly forwardedCount: number;
}

/** An invalid setting. The message names it and the valid values. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Environment = Record<string, string | undefined>;

/**
 * Reads LOGINS_PER_ACCOUNT, LOGINS_PER_ADDRESS, SIGN_UPS_PER_ADDRESS, CALLS_PER_ADDRESS, SUBSCRIPTIONS_PER_ADDRESS,
 * CALLS_WINDOW_MS, CONNECTIONS_PER_ADDRESS, SNAPSHOT_BYTES, ORIGINS, FRAME_ANCESTORS and HTTP_FORWARDED_COUNT.
 * @throws SettingError
 */
export function guardSettings(
  env: Environment,
  defaults: Omit<GuardSettings, 'origins' | 'frameAncestors' | 'forwardedCount'>,
): GuardSettings {
  const countOf = (name: string, otherwise: number, least = 1) =>
    countFrom(name, env[name], least, otherwise);
  const allowance = (name: string, { count, per_ms }: Allowance) => ({ count: countOf(name, count), per_ms });
  const per_ms = countOf('CALLS_WINDOW_MS', defaults.callsPerAddress.per_ms);
  const { callsPerAddress, subscriptionsPerAddress } = defaults;
  return {
    loginsPerAccount: allowance('LOGINS_PER_ACCOUNT', defaults.loginsPerAccount),
    loginsPerAddress: allowance('LOGINS_PER_ADDRESS', defaults.loginsPerAddress),
    signUpsPerAddress: allowance('SIGN_UPS_PER_ADDRESS', defaults.signUpsPerAddress),
    callsPerAddress: allowance('CALLS_PER_ADDRESS', { ...callsPerAddress, per_ms }),
    subscriptionsPerAddress: allowance('SUBSCRIPTIONS_PER_ADDRESS', { ...subscriptionsPerAddress, per_ms }),
    connectionsPerAddress: countOf('CONNECTIONS_PER_ADDRESS', defaults.connectionsPerAddress),
    snapshotBytes: countOf('SNAPSHOT_BYTES', defaults.snapshotBytes),
    origins: originsFrom('ORIGINS', env.ORIGINS),
    frameAncestors: originsFrom('FRAME_ANCESTORS', env.FRAME_ANCESTORS),
    forwardedCount: countOf('HTTP_FORWARDED_COUNT', 0, 0),
  };
}

/** `GUARDS=off` starts an app without its guards. @throws SettingError */
export function areGuardsOn({ GUARDS }: Environment): boolean {
  if (!GUARDS || GUARDS === 'on') return true;
  if (GUARDS === 'off') return false;
  throw new SettingError(`GUARDS is '${GUARDS}', but must be on or off`);
}

/** What an app without guards logs when it starts. */
export const guardsAreOff = 'GUARDS=off: for measuring only';

function countFrom(name: string, value: string | undefined, least: number, otherwise: number): number {
  if (!value) return otherwise;
  const count = Number(value);
  if (/^\d+$/.test(value) && count >= least && Number.isSafeInteger(count)) return count;
  throw new SettingError(`${name} is '${value}', but must be a whole number of at least ${least}`);
}

function originsFrom(name: string, value = ''): string[] {
  const origins = value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  for (const origin of origins) {
    if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new SettingError(
      `${name} contains '${origin}': give only scheme, host and port, such as https://example.org,http://127.0.0.1:4200`,
    );
  }
  return origins;
}
