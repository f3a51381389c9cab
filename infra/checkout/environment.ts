import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Checkout } from './copy.ts';

/** Settings of the user's that would change the tests in a copy of the checkout. */
const leaking =
  /^(npm_|VITEST|METEOR_|MONGO|FAULTS_|NODE_(ENV|OPTIONS|V8_COVERAGE)$|TOY$|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|PORT$|HOST$|ROOT_URL$|DISPLAY$|DEBUG$)/;

/**
 * The environment of a new clone's user: an empty home, no Meteor. Downloads (mongod, Bun, npm's packages) are shared,
 * and npm's own settings (a mirror, a certificate) stay.
 */
export async function environmentOf({ home, temp }: Checkout): Promise<NodeJS.ProcessEnv> {
  const kept = Object.entries(process.env).filter(([name]) => !leaking.test(name));
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'cache']);
  return {
    ...Object.fromEntries(kept),
    PATH: pathWithoutMeteor(),
    HOME: home,
    TMPDIR: temp,
    XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'),
    npm_config_cache: stdout.trim(),
    npm_config_userconfig: path.join(homedir(), '.npmrc'),
    npm_config_prefer_offline: 'true',
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
    ARTILLERY_DISABLE_TELEMETRY: 'true',
    NG_CLI_ANALYTICS: 'false',
    // No window opens.
    BROWSER: 'true',
  };
}

/** Hides Meteor, so that the test behaves the same on every machine. */
function pathWithoutMeteor(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((folder) => !/meteor-bin|\.meteor$/.test(folder)).join(path.delimiter);
}
