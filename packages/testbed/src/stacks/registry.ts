import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { list, namesFrom, OptionError } from '../process/index.ts';
import { commitNamed, readAt, sourcesAt } from './commit.ts';
import { here, type MakeStack } from './sources.ts';
import type { Stack, StackName } from './stack.ts';

const folder = join(import.meta.dirname, 'stacks');

/** What each file of the folder `stacks` exports, by name. A stack more is a file more. */
const makers = new Map<StackName, MakeStack>();
for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
  const make: MakeStack = (await import(pathToFileURL(join(folder, file)).href)).default;
  makers.set(make(here).name, make);
}

/** All that can be compared, in the order of their ports. */
export const stacks: readonly Stack[] = [...makers.values()]
  .map((make) => make(here))
  .sort((a, b) => a.defaultPort - b.defaultPort);

/** Those that browsers get an app from. */
export const apps: readonly Stack[] = stacks.filter(({ hasPages }) => hasPages);

const names = stacks.map(({ name }) => name);

/** By full commit. */
const atCommits = new Map<string, Stack>();

/**
 * @param name of a stack; or with a commit, as in `mean@9e6a577` or `mean@HEAD~3`: then the same app as it was there
 * @throws OptionError, one line: which stacks there are, or what is wrong with the commit
 */
export function stackNamed(name: string): Stack {
  const [own = '', commit] = name.split(/@(.*)/s);
  const found = stacks.find((stack) => stack.name === own);
  if (!found) throw new OptionError(`there is no stack "${own}"; known are ${names.join(', ')}`);
  return commit === undefined ? found : stackAt(found, commit);
}

/** The two that the project compares. */
export const meteor: Stack = stackNamed('meteor');
export const mean: Stack = stackNamed('mean');

function stackAt({ name, folder: app }: Stack, commitName: string): Stack {
  const commit = commitNamed(commitName);
  const key = `${name}@${commit.sha}`;
  const known = atCommits.get(key);
  if (known) return known;
  if (readAt(commit, app) === undefined) {
    throw new OptionError(`commit ${commit.short} has no ${app}, so there is no ${name} of it`);
  }
  const folders = stacks.map((stack) => stack.folder);
  const stack = (makers.get(name) as MakeStack)(sourcesAt(commit, folders));
  atCommits.set(key, stack);
  return stack;
}

/**
 * For the value of an option: names between commas, as `stackNamed` takes them.
 * @returns each once, with the commit's `short` name
 * @throws OptionError as `stackNamed` does
 */
export function stackNames(typed: string): StackName[] {
  const asked = list(typed);
  namesFrom(names)(asked.map((name) => name.split('@')[0]).join(','));
  return [...new Set(asked.map((name) => stackNamed(name).name))];
}
