import { limits } from '@meteor-vs-mean/contract/limits';

const { CONNECTIONS_PER_ADDRESS, SNAPSHOT_BYTES, FRAME_ANCESTORS, ORIGINS, HTTP_FORWARDED_COUNT } =
  process.env;

/**
 * Most bytes of what was sent and not yet taken, over all clients, beyond which further large snapshots wait. What Meteor
 * keeps of their documents, and has to collect behind them, is several times as much.
 */
export const snapshotBytes = countFrom('SNAPSHOT_BYTES', SNAPSHOT_BYTES) ?? 16_000_000;

/** Most connections that one address may have open at one time. */
export const connectionsPerAddress =
  countFrom('CONNECTIONS_PER_ADDRESS', CONNECTIONS_PER_ADDRESS) ?? limits.connectionsPerAddress;

/** How many proxies in front say in X-Forwarded-For who asks. */
export const forwardedCount = countFrom('HTTP_FORWARDED_COUNT', HTTP_FORWARDED_COUNT, 0) ?? 0;

/** Origins of pages that may show this server's in a frame; with commas between. */
export const frameAncestors = originsFrom('FRAME_ANCESTORS', FRAME_ANCESTORS);

// Whoever looks at it takes it as it is.
originsFrom('ORIGINS', ORIGINS);

function countFrom(name: string, value: string | undefined, least = 1): number | undefined {
  if (!value) return undefined;
  if (!/^\d{1,15}$/.test(value) || Number(value) < least) {
    end(`${name} is '${value}': it must be a whole number from ${least} on`);
  }
  return Number(value);
}

function originsFrom(name: string, value = ''): string[] {
  const origins = value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  for (const origin of origins) {
    if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    end(`${name} has '${origin}': give scheme, host and port only, such as https://example.org`);
  }
  return origins;
}

/** A wrong value ends the server with that one line: of what is thrown here Meteor would print the stack, too. */
function end(line: string): never {
  console.error(line);
  process.exit(1);
}
