import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Command, type OptionMap, readOptions, root } from '@meteor-vs-mean/testbed/process';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { optionsFrom as compareOptionsFrom } from '../../../load-tests/compare/src/options/options.ts';
import { optionsFrom as labOptionsFrom } from '../../../load-tests/lab/src/options.ts';
import { split } from '../src/commands.ts';
import { documentedPages } from '../src/documented-pages.ts';
import { programOf } from '../src/program.ts';
import { wordsOf } from '../src/words.ts';

/** The definition that a program passes to `runCommand`, which only records it here. */
const given = vi.hoisted(() => ({ command: undefined as Command<OptionMap> | undefined }));
vi.mock('@meteor-vs-mean/testbed/process', async (original) => ({
  ...(await original<typeof import('@meteor-vs-mean/testbed/process')>()),
  runCommand: async (command: Command<OptionMap>) => {
    given.command = command;
  },
}));

const commands = new Map<string, Command<OptionMap> | undefined>();

/** @returns undefined if the program has no options */
async function commandOf(file: string): Promise<Command<OptionMap> | undefined> {
  const text = readFileSync(path.join(root, file), 'utf8');
  if (!text.includes('await runCommand(')) return undefined;
  if (!commands.has(file)) {
    given.command = undefined;
    await import(path.join(root, file));
    commands.set(file, given.command);
  }
  return commands.get(file);
}

/** Commands whose options exclude or require each other: they check that themselves. */
const checks: Record<string, (given: never) => unknown> = {
  compare: compareOptionsFrom,
  lab: labOptionsFrom,
};

/** @throws if a documented command names an unknown script or option */
async function parseTyped(text: string): Promise<void> {
  const program = programOf(text.replaceAll(/<[^>]+>/g, 'folder'));
  if (program === undefined) return;
  const file = program.file.replace('apps/workshop/check.cjs', 'apps/workshop/src/check.ts');
  const command = await commandOf(file);
  if (command === undefined) return;
  const read = readOptions(command, program.args);
  if (read === undefined || read.typed.size + read.words.length === 0) return;
  checks[command.name]?.(read as never);
}

/** Files that a page tells its reader to write: blocks with a file name. */
const writtenByReader = new Set(
  documentedPages().flatMap(({ text }) => split(text).blocks.map(({ info }) => info.split(' ')[1])),
);

/** Artillery's own option parser can't be called here; the scenario and its environment can be checked. */
function checkArtillery(text: string): void {
  const words = wordsOf(text);
  const scenario = words.at(-1) ?? '';
  if (writtenByReader.has(scenario)) return;
  const found = existsSync(path.join(root, scenario));
  expect(found, `${scenario} is in the repository, or in a page`).toBe(true);
  if (!words.includes('-e')) return;
  const { config } = parse(readFileSync(path.join(root, scenario), 'utf8'));
  expect(Object.keys(config.environments)).toContain(words[words.indexOf('-e') + 1]);
}

const pages = documentedPages().filter(({ commands }) => commands.length > 0);

test.for(pages)('$path: every command exists and accepts its options', { timeout: 120_000 }, async (page) => {
  const wrong: string[] = [];
  for (const { text, line } of page.commands) {
    try {
      if (text.startsWith('npx artillery run')) checkArtillery(text);
      else await parseTyped(text);
    } catch (error) {
      wrong.push(`${page.path}:${line}: ${text}: ${(error as Error).message}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.for([
  ['npm run compair', 'npm has no script "compair"'],
  ['npm run compare -- --ful', "Unknown option '--ful'"],
  ['npm run compare -- --rate many', '--rate many'],
  ['npx pubsub-capacity chat.yml --raise users --limitt 5', "Unknown option '--limitt'"],
  ['node load-tests/none.js', 'there is no load-tests/none.js'],
] as const)('%s is found to be wrong', async ([text, message]) => {
  await expect(parseTyped(text)).rejects.toThrow(message);
});
