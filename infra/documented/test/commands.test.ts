import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { expect, test } from 'vitest';
import { commandsOf } from '../src/commands.ts';
import { coveredBy } from '../src/covered-by.ts';
import { documentedPages } from '../src/documented-pages.ts';
import { exceptionFor, exceptions, objection } from '../src/exceptions.ts';

const all = documentedPages();
const documented = all.flatMap(({ commands }) => commands);

test('commands are found as written', () => {
  const text = [
    'Type `npm run dev` or `npm run compare -- --full`; `npm` alone is a program, and so is `node:24-slim`.',
    '```sh',
    '# a comment',
    'MONGO_URL=x npm run lab -- all \\',
    '  --quick   # two minutes',
    '```',
    '```',
    'npm ci && npm test',
    'what it prints',
    '```',
    '```text',
    'npm run nothing',
    '```',
  ].join('\n');
  expect(commandsOf({ path: 'x.md', text }).map(({ line, text }) => [line, text])).toEqual([
    [1, 'npm run dev'],
    [1, 'npm run compare -- --full'],
    [4, 'MONGO_URL=x npm run lab -- all --quick'],
    [8, 'npm ci'],
    [8, 'npm test'],
  ]);
});

test('the front page has the two commands, and every page is read', () => {
  expect(all[0]?.path).toBe('README.md');
  expect(all[0]?.commands.slice(0, 4).map(({ text }) => text)).toEqual([
    ...['npm ci', 'npm run compare', 'npm ci', 'npm test'],
  ]);
  expect(all.map((page) => page.path)).toEqual(
    expect.arrayContaining(['CONTRIBUTING.md', 'infra/README.md', 'load-tests/engine/README.md']),
  );
});

test('an exception needs Meteor, Docker, a cluster, root or the public internet, and is for a documented command', () => {
  expect(objection({ command: 'npm test', needs: 'time' as never, why: 'it takes long' })).toContain(
    'needs "time"',
  );
  expect(objection({ command: 'npm test', needs: 'root', why: 'one\ntwo' })).toContain('in one line');
  expect(exceptions.flatMap((one) => objection(one) ?? [])).toEqual([]);
  const used = new Set(documented.map(({ text }) => exceptionFor(text)));
  expect(exceptions.filter((one) => !used.has(one)).map(({ command }) => String(command))).toEqual([]);
});

test.for(coveredBy)('`$command` is documented, and run by $test', async ({ command, test: file, given }) => {
  expect(documented.map(({ text }) => text)).toContain(command);
  const text = await readFile(path.join(root, file), 'utf8');
  expect(text).toContain(given);
  const [, script] = /^npm run (?:-s )?(\S+)/.exec(command) ?? [];
  if (script === undefined) return;
  // Its test starts the program without npm: the one that npm's script runs.
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const [, program = '', workspace] = /\bnode ((\S+)\/src\/\S+\.ts)\b/.exec(scripts[script]) ?? [];
  expect((await stat(path.join(root, program))).isFile(), `${script}: ${scripts[script]}`).toBe(true);
  const starts = [program, `${path.basename(workspace ?? '')}/test/command.ts`];
  const isStarted = file.startsWith(`${workspace}/`) || starts.some((one) => text.includes(one));
  expect(isStarted, `${file} starts ${program}`).toBe(true);
});
