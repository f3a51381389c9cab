import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn, lock, mustBeReplaceable, replaceFolder, root } from '@meteor-vs-mean/process';
import type { State } from '@meteor-vs-mean/references';
import { site, writeup } from './places.ts';
import { openSources } from './references.ts';

/** What was built last, and what is known of it. */
const kept = path.join(writeup, '.cache/built');
const [keptSite, stamp] = [path.join(kept, 'site'), path.join(kept, 'sources')];

/** Names of what pages say "not recorded yet" of, or that its code has changed since. */
interface Lacking {
  missing: string[];
  stale: string[];
}

/**
 * Builds the static site, or takes what was built from the same sources before. One build at a time: VitePress has one folder for what lies between its two passes.
 * @param isRelease then every figure must be of the code as it is
 * @returns its folder, and the names of what pages say "not recorded yet" of, or that its code has changed since
 * @throws one line where a figure is missing, or a link leads nowhere; where the folder holds what no command of ours put
 * there; of a release, where a result is missing or stale
 */
export async function buildSite({
  out = site,
  isRelease = false,
}: {
  out?: string | undefined;
  isRelease?: boolean;
} = {}): Promise<Lacking & { folder: string }> {
  const folder = path.resolve(out);
  await mustBeReplaceable(folder);
  await using _lock = await lock(path.join(writeup, '.cache/build.lock'), (pid) =>
    process.stderr.write(`Waiting for process ${pid}, which builds the write-up\n`),
  );
  const hash = await hashOfSources();
  const before = await readFile(stamp, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
  const isKept = before?.hash === hash;
  // Of the same sources it is the same, and to find it out parses them all.
  const { missing, stale }: Lacking = isKept ? before : await lacking();
  if (isRelease) mustBeWhole({ missing, stale });
  if (!isKept) {
    await rm(stamp, { force: true });
    // VitePress takes a second to load: only a build pays for it.
    const { build } = await import('vitepress');
    await build(writeup, { outDir: keptSite });
    await writeFile(stamp, JSON.stringify({ hash, missing, stale }));
  }
  await replaceFolder(folder);
  await cp(keptSite, folder, { recursive: true });
  return { folder, missing, stale };
}

async function lacking(): Promise<Lacking> {
  const all = Object.entries(await openSources());
  const namesOf = (wanted: State) => all.flatMap(([name, { state }]) => (state === wanted ? [name] : []));
  return { missing: namesOf('missing'), stale: namesOf('stale') };
}

function mustBeWhole({ missing, stale }: Lacking): void {
  const lacks = [
    ...(stale.length > 0 ? [`the code has changed since these were recorded: ${stale.join(', ')}`] : []),
    ...(missing.length > 0 ? [`these are not recorded: ${missing.join(', ')}`] : []),
  ];
  if (lacks.length === 0) return;
  throw new Error(`No release: ${lacks.join('; ')}. npm run references -- --record records them`);
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
