import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn, lock, mustBeReplaceable, replaceFolder, root } from '@meteor-vs-mean/testbed/process';
import { site, writeup } from './places.ts';
import { openSources } from './references.ts';

/** What was built last, and the hash of what it was built from. */
const kept = path.join(writeup, '.cache/built');
const [keptSite, stamp] = [path.join(kept, 'site'), path.join(kept, 'hash')];

/**
 * Builds the static site, or takes what was built from the same sources before. One build at a time: VitePress has one folder for what lies between its two passes.
 * @param isRelease then every figure must be recorded
 * @returns its folder, and the names of what pages say "not recorded yet" of
 * @throws one line where a figure is missing, or a link leads nowhere; where the folder holds what no command of ours put
 * there; of a release, where a result is missing
 */
export async function buildSite({
  out = site,
  isRelease = false,
}: {
  out?: string | undefined;
  isRelease?: boolean;
} = {}): Promise<{ folder: string; missing: string[] }> {
  const folder = path.resolve(out);
  await mustBeReplaceable(folder);
  await using _lock = await lock(path.join(writeup, '.cache/build.lock'), (pid) =>
    process.stderr.write(`Waiting for process ${pid}, which builds the write-up\n`),
  );
  const hash = await hashOfSources();
  const isKept = (await readFile(stamp, 'utf8').catch(() => undefined)) === hash;
  const missing = await missingNow();
  if (isRelease && missing.length > 0) {
    throw new Error(
      `No release: these are not recorded: ${missing.join(', ')}. npm run references -- --record records them`,
    );
  }
  if (!isKept) {
    await rm(stamp, { force: true });
    // VitePress takes a second to load: only a build pays for it.
    const { build } = await import('vitepress');
    await build(writeup, { outDir: keptSite });
    await writeFile(stamp, hash);
  }
  await replaceFolder(folder);
  await cp(keptSite, folder, { recursive: true });
  return { folder, missing };
}

async function missingNow(): Promise<string[]> {
  return Object.entries(await openSources()).flatMap(([name, { of }]) => (of === null ? [name] : []));
}

/** What no page shows, though it lies in a checkout. */
const unshown: readonly RegExp[] = [
  // Runs that nobody recorded, and what was drawn of those that are recorded.
  /^load-tests\/results\/(?!reference\/)/,
  /^load-tests\/results\/reference\/[^/]+\/(report\.html|charts\.json|charts\/)/,
  // Passwords of infra/mongo/make-keys.sh.
  /^infra\/kubernetes\/base\/keys\//,
  // What users leave at the root: a script for Artillery, a file of accounts, a report.
  /^(?!(package|package-lock|tsconfig\.base)\.json$|[^/]+\.md$)[^/]+$/,
];

/** Of a whole checkout: pages show sources, count lines and quote results. */
export async function hashOfSources(checkout = root): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await filesIn(checkout)) {
    if (unshown.some((those) => those.test(file))) continue;
    hash.update(`${file}\0`);
    hash.update(await readFile(path.join(checkout, file)));
  }
  return hash.digest('hex');
}
