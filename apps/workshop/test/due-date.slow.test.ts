import { execFile } from 'node:child_process';
import { access, appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import { root } from '@meteor-vs-mean/testbed/process';
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest';
import { cloneOfRepository } from './clone.ts';
import { check, freePorts, run, start } from './command.ts';

let copy: Awaited<ReturnType<typeof cloneOfRepository>>;
let mongo: Mongo;

beforeAll(async () => {
  [copy, mongo] = await Promise.all([cloneOfRepository(), startMongo({ url: '' })]);
});
afterAll(async () => {
  await mongo?.stop();
  await copy?.[Symbol.asyncDispose]();
});

const solution = (...args: string[]) => run('apps/workshop/src/solution.ts', args, {}, copy.folder);
const hasMeteorPackages = await access(path.join(root, 'apps/meteor/node_modules/@types/meteor')).then(
  () => true,
  () => false,
);

/** All scripts that a page would load: its main script and its imports. */
async function scriptsOf(page: string): Promise<string> {
  const texts = new Map<string, string>();
  const load = async (name: string): Promise<void> => {
    if (texts.has(name)) return;
    texts.set(name, '');
    const text = await fetch(`${page}/${name}`).then((answer) => answer.text());
    texts.set(name, text);
    await Promise.all([...text.matchAll(/chunk-\w+\.js/g)].map(([chunk]) => load(chunk)));
  };
  await load('main.js');
  return [...texts.values()].join('\n');
}

test('changes can be stashed after the checkpoint, as the help of the solution says', async () => {
  const added = path.join(copy.folder, 'apps/mean/due.ts');
  const methods = path.join(copy.folder, 'apps/mean/server/src/todos/methods.ts');
  await writeFile(added, 'export {};\n');
  await appendFile(methods, '// due\n');
  const { output } = await check(['8'], {}, copy.folder);
  expect(output).toMatch(/ok +MEAN +2 files, 2 lines added, 0 removed/);
  const who = ['-c', 'user.name=workshop', '-c', 'user.email=workshop@localhost'];
  await promisify(execFile)('git', [...who, 'stash', '--include-untracked'], { cwd: copy.folder });
  await expect(access(added)).rejects.toThrow('ENOENT');
});

test('a part of the solution can be added once, and removed again', async () => {
  expect(await solution('--apply', '--only', 'contract')).toMatchObject({ code: 0 });
  expect(await solution('--apply', '--only', 'contract')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was changed: '),
  });
  expect((await solution('--undo', '--only', 'contract')).code).toBe(0);
});

test('7, a due date: the checkpoint reports what is missing, what does not compile, and what works', {
  timeout: 240_000,
}, async () => {
  const port = await freePorts(2);
  // As in the exercise: both apps run with live reload, and use the saved files.
  const dev = start(
    'packages/testbed/src/dev/dev.ts',
    ['--no-meteor', '--mean-port', String(port), '--port', String(port + 1)],
    { MONGO_URL: mongo.url },
    copy.folder,
  );
  onTestFailed(() => console.log(dev.lines.join('\n')));
  await dev.line(/Ctrl-C stops all/);
  const page = `http://127.0.0.1:${port}`;
  expect(await scriptsOf(page)).not.toContain('todos.setDue');

  const checked = (...more: string[]) =>
    check(['8', '--mean-port', String(port), '--meteor-port', '1', ...more], {}, copy.folder);

  const nothing = await checked();
  expect(nothing.code).toBe(1);
  expect(nothing.output).toMatch(/missing +For both +nothing was changed/);
  expect(nothing.output).toMatch(/missing +MEAN +nothing was changed/);

  expect((await solution()).output).toMatch(/Nothing was changed: [\s\S]*todos\/methods\.ts {2}\+\d+ -\d+/);
  expect((await checked()).output).toMatch(/missing +For both +nothing was changed/);
  expect((await solution('--apply')).output).toContain('Added: contract, style, mean, meteor');

  await vi.waitFor(async () => expect(await scriptsOf(page)).toContain('todos.setDue'), {
    timeout: 60_000,
    interval: 500,
  });
  expect(await (await fetch(`${page}/styles.css`)).text()).toContain('.due');
  const right = await checked();
  for (const side of ['For both', 'Meteor', 'MEAN']) {
    expect(right.output).toMatch(
      new RegExp(`^ok +${side} +\\d+ files, [1-9]\\d* lines added, \\d+ removed`, 'm'),
    );
  }
  for (const what of ['contract', 'MEAN server', 'MEAN client']) {
    expect(right.output).toMatch(new RegExp(`^ok +${what} +its types are correct`, 'm'));
  }
  expect(right.output).toMatch(
    hasMeteorPackages ? /^ok +Meteor app +its types are correct/m : /^note +Meteor app +its npm packages/m,
  );
  // The server logs the details that it doesn't send to clients.
  expect(right.output, dev.lines.join('\n')).toMatch(
    /^ok +MEAN +http:\S+ sets a due date, shows it to subscribers, and rejects 'soon'/m,
  );
  expect(right.code).toBe(0);

  const methods = path.join(copy.folder, 'apps/mean/server/src/todos/methods.ts');
  const whole = await readFile(methods, 'utf8');
  await writeFile(methods, whole.replace(/^ {4}'todos.setDue'.*\n\n/m, ''));
  const half = await checked();
  expect(half.code).toBe(1);
  expect(half.output).toMatch(/missing +MEAN server +src\/todos\/methods\.ts.*todos\.setDue/);
  await writeFile(methods, whole);
  expect((await solution('--undo')).output).toContain('Removed: ');
});
