import { readdir } from 'node:fs/promises';
import type { Target } from './experiment.ts';

/**
 * The targets of an experiment: the default export of each file in its folder `targets`. Adding one is adding a file.
 * @param folder ends in a slash
 */
export async function targetsIn(folder: URL): Promise<Target[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  return modules.map((module, index) => {
    const target = module.default as Target | undefined;
    if (typeof target?.find !== 'function')
      throw new Error(`${files[index]} has no target as its default export`);
    return target;
  });
}

/** Those that are named, in that order, then the others as they come. */
export function inOrder<Some extends Target>(targets: readonly Some[], keys: readonly string[]): Some[] {
  return [
    ...keys.flatMap((key) => targets.filter((target) => target.key === key)),
    ...targets.filter(({ key }) => !keys.includes(key)),
  ];
}
