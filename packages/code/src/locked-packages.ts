import { type LockedPackage, type LockFile, placeOf } from '@meteor-vs-mean/stacks';

/** A package that is installed. */
export interface InstalledPackage {
  /** Where it is installed: `node_modules/a/node_modules/b`. */
  place: string;
  name: string;
  version: string;
}

/**
 * All that some packages of a lock file depend on, directly or not, found as Node would: in the nearest node_modules.
 * Packages of the repository itself are followed only where `ours` lists them, and never counted.
 * @param roots places in the lock file; '' is the root
 * @param dev with the roots' own devDependencies
 * @returns each place once; what isn't in the lock (an optional peer) is left out
 */
export function packagesUnder(
  { packages }: LockFile,
  roots: readonly string[],
  { dev, ours = [] }: { dev: boolean; ours?: readonly string[] },
): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const seen = new Set<string>(roots);
  const queue = [...roots];
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    const of = packages[from];
    if (!of) throw new Error(`package-lock.json has no '${from}': run npm install`);
    for (const name of namesOf(of, dev && roots.includes(from))) {
      const place = placeOf(packages, from, name);
      if (place === undefined || seen.has(place)) continue;
      seen.add(place);
      const locked = packages[place] as LockedPackage;
      if (locked.link || locked.resolved?.startsWith('file:') || !place.includes('node_modules/')) {
        const target = locked.link ? locked.resolved : place;
        if (target !== undefined && ours.includes(name) && !seen.has(target)) queue.push(target);
        continue;
      }
      found.set(place, { place, name: locked.name ?? name, version: locked.version ?? '' });
      queue.push(place);
    }
  }
  return [...found.values()];
}

function namesOf(of: LockedPackage, dev: boolean): string[] {
  const peers = Object.keys(of.peerDependencies ?? {}).filter(
    (name) => !of.peerDependenciesMeta?.[name]?.optional,
  );
  return [
    ...Object.keys({
      ...of.dependencies,
      ...of.optionalDependencies,
      ...(dev ? of.devDependencies : {}),
    }),
    ...peers,
  ];
}

/** Different names and versions: one that lies in two places is counted once. */
export function countOf(packages: Iterable<{ name: string; version: string }>): number {
  return new Set([...packages].map(({ name, version }) => `${name}@${version}`)).size;
}
