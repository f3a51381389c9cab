import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { expect, onTestFinished, test } from 'vitest';
import { copyCheckout } from '../../checkout/copy.ts';
import { environmentOf } from '../../checkout/environment.ts';
import { type Block, commandsOf } from '../../documented/src/commands.ts';
import { isLasting, type Lasting, Terminal } from '../../documented/src/terminal.ts';
import { examplesIn } from '../examples.ts';

const examples = examplesIn(await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8'));

test('each kind of part has its example', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'an experiment',
    'a rule',
    'a scenario',
    'a figure',
    'a stack',
  ]);
});

test.for(examples)('$title works as written', { timeout: 600_000 }, async ({ blocks }) => {
  const checkout = await copyCheckout({ packages: 'linked' });
  onTestFinished(() => checkout[Symbol.asyncDispose]());
  const terminal = new Terminal(checkout.folder, await environmentOf(checkout));
  onTestFinished(() => terminal.close());
  let output = '';
  for (const block of blocks) {
    const [language, name] = block.info.split(/\s+/);
    if (language === 'text') expect(output, `line ${block.line}`).toSatisfy(holds(block));
    else if (language === 'sh') output = await type(terminal, block);
    else if (language === 'diff') await change(path.join(checkout.folder, name as string), block);
    else await make(path.join(checkout.folder, name as string), block);
  }
});

const holds =
  ({ lines }: Block) =>
  (output: string) =>
    lines.every((line) => output.includes(line));

/** A server is stopped when the block has been typed. @returns the output */
async function type(terminal: Terminal, block: Block): Promise<string> {
  const page = { path: 'CONTRIBUTING.md', text: ['```sh', ...block.lines, '```'].join('\n') };
  const printed: string[] = [];
  let up: Lasting | undefined;
  for (const { text } of commandsOf(page)) {
    if (isLasting(text)) up = await terminal.keep(text);
    else printed.push(await terminal.run(text));
  }
  await up?.interrupt();
  return printed.join('\n');
}

async function make(file: string, { lines }: Block): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${lines.join('\n')}\n`, { flag: 'wx' });
}

/** Lines that begin with a space or a minus exist once; those with a space or a plus replace them. */
async function change(file: string, { lines }: Block): Promise<void> {
  const side = (sign: string) =>
    lines.filter((line) => [' ', sign].includes(line[0] as string)).map((line) => `${line.slice(1)}\n`);
  const [before, after] = [side('-').join(''), side('+').join('')];
  const text = await readFile(file, 'utf8');
  expect(text.split(before), `${file} holds these lines once:\n${before}`).toHaveLength(2);
  await writeFile(
    file,
    text.replace(before, () => after),
  );
}
