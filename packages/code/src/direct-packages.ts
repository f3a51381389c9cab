import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AppName } from './parts.ts';
import type { Direct } from './result.ts';

interface PackageJson {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** What an app names itself. Our own packages are no dependencies; what the contract takes, both apps have. */
const named: Record<AppName, readonly string[]> = {
  meteor: ['apps/meteor'],
  mean: ['apps/mean/server', 'apps/mean/client', 'packages/contract'],
};

export type Named = Pick<Direct, 'name' | 'version' | 'use'>;

export async function namedBy(root: string, stack: AppName): Promise<Named[]> {
  const byName = new Map<string, Named>();
  for (const folder of named[stack]) {
    const text = await readFile(join(root, folder, 'package.json'), 'utf8');
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as PackageJson;
    const add = (all: Record<string, string>, use: Direct['use']) => {
      for (const [name, version] of Object.entries(all)) {
        if (name.startsWith('@meteor-vs-mean/') || byName.get(name)?.use === 'runs') continue;
        byName.set(name, { name, version, use });
      }
    };
    add(dependencies, 'runs');
    add(devDependencies, 'builds');
  }
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * When a package's version and its newest one were published, as the npm registry says: one look-up.
 * @throws one line if npm can't say
 */
export async function withDates(of: Named, signal: AbortSignal): Promise<Direct> {
  const args = ['view', of.name, 'time', 'dist-tags', '--json'];
  const { stdout } = await promisify(execFile)('npm', args, { signal, maxBuffer: 64_000_000 });
  const { time, 'dist-tags': tags } = JSON.parse(stdout) as {
    time: Record<string, string>;
    'dist-tags': { latest: string };
  };
  const [published, latestPublished] = [time[of.version], time[tags.latest]];
  if (published === undefined || latestPublished === undefined) {
    throw new Error(`npm view ${of.name} has no date of ${published ? tags.latest : of.version}`);
  }
  return { ...of, published, latest: tags.latest, latestPublished };
}
