import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { list, namesFrom, OptionError } from '../process/index.ts';
import { here, type MakeStack, type Sources, sourcesAt } from './sources.ts';
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

/** By the name of their folder: two folders of one name would make two stacks of one name. */
const checkouts = new Map<string, Sources>();
const ofCheckouts = new Map<StackName, Stack>();

/**
 * @param name of a stack; or with the folder of another checkout, as in `mean=../before`, whose app is the stack
 *   `mean=before` from then on
 * @throws OptionError, one line: which stacks there are, or what is wrong with the folder
 */
export function stackNamed(name: string): Stack {
  return ofCheckouts.get(name) ?? stackTyped(name);
}

/** The two that the project compares. */
export const meteor: Stack = stackNamed('meteor');
export const mean: Stack = stackNamed('mean');

function stackTyped(typed: string): Stack {
  const [own = '', folder] = typed.split(/=(.*)/s);
  const found = stacks.find(({ name }) => name === own);
  if (!found) throw new OptionError(`there is no stack "${own}"; known are ${names.join(', ')}`);
  return folder === undefined ? found : stackAt(found, folder);
}

function stackAt({ name, folder: app }: Stack, folder: string): Stack {
  const sources = sourcesAt(folder, app);
  const known = checkouts.get(sources.suffix) ?? sources;
  if (known.root !== sources.root) {
    throw new OptionError(`${known.root} and ${sources.root} have one name: rename one of these folders`);
  }
  const key = name + sources.suffix;
  const stack = ofCheckouts.get(key) ?? (makers.get(name) as MakeStack)(sources);
  checkouts.set(sources.suffix, sources);
  ofCheckouts.set(key, stack);
  return stack;
}

/**
 * For the value of an option: names between commas, as `stackNamed` takes them.
 * @returns each once, with a checkout's name instead of its path
 * @throws OptionError as `stackNamed` does
 */
export function stackNames(typed: string): StackName[] {
  const asked = list(typed);
  namesFrom(names)(asked.map((name) => name.split('=')[0]).join(','));
  return [...new Set(asked.map((typed) => stackTyped(typed).name))];
}
