import { execFileSync } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@meteor-vs-mean/pubsub-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OptionError, root } from '../../src/process/index.ts';
import { mean, stackNamed, stackNames, stacks } from '../../src/stacks/index.ts';
import { openTestbed, type Testbed } from '../../src/testbed.ts';

let testbed: Testbed;
let place: string;
beforeAll(async () => {
  testbed = await openTestbed();
  place = await mkdtemp(join(tmpdir(), 'checkout-test-'));
}, 120_000);
afterAll(async () => {
  await testbed?.close();
  await rm(place, { recursive: true });
});

/** What of a checkout the apps that need no build take, committed. */
async function checkout(path: string, apps = stacks.map(({ folder }) => folder)): Promise<string> {
  const folder = join(place, path);
  await mkdir(folder, { recursive: true });
  for (const app of apps) {
    await mkdir(join(folder, app), { recursive: true });
    await cp(join(root, 'apps/smallest/server.ts'), join(folder, app, 'server.ts'));
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=x', '-c', 'user.email=x', 'commit', '--quiet', '--allow-empty', '-m', 'x');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('an app of another checkout runs from there, under its name, and names its commit', async () => {
  const folder = await checkout('before');
  const stack = stackNamed(`smallest=${folder}`);
  expect(stack).toMatchObject({
    name: 'smallest=before',
    title: 'Minimal Socket.io=before',
    environment: 'smallest',
    floorOf: 'mean=before',
  });
  expect(stackNamed('smallest=before')).toBe(stack);
  expect(await stack.find()).toMatchObject({ found: true });

  const build = await stack.build({ log: () => {} });
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  expect(build).toMatchObject({ stack: stack.name, dir: join(folder, 'apps/smallest') });
  expect(build.versions.commit).toBe(head);
  expect((await stackNamed('smallest').build({ log: () => {} })).versions).not.toHaveProperty('commit');

  const app = await testbed.start(build);
  expect(app.stack).toBe(stack.name);
  const client = await connect({ url: app.url, transport: 'socketio' });
  await client.close();
});

test('of a checkout with changes the commit says so', async () => {
  const folder = await checkout('changed');
  await appendFile(join(folder, 'apps/smallest/server.ts'), '\n');
  const { versions } = await stackNamed(`smallest=${folder}`).build({ log: () => {} });
  expect(versions.commit).toMatch(/^[0-9a-f]{40}-dirty$/);
});

test('names between commas are stacks, of this checkout or another, each once', async () => {
  const folder = await checkout('named');
  expect(stackNames(`mean, mean=${folder},mean=${folder}/, meteor`)).toEqual([
    'mean',
    'mean=named',
    'meteor',
  ]);
  expect(stackNamed('mean')).toBe(mean);
});

test('two checkouts of one name are refused in one line', async () => {
  const [one, other] = [await checkout('a/same'), await checkout('b/same')];
  expect(stackNames(`mean=${one},smallest=${one}`)).toEqual(['mean=same', 'smallest=same']);
  expect(() => stackNames(`meteor=${other}`)).toThrow(
    new OptionError(`${one} and ${other} have one name: rename one of these folders`),
  );
});

test('a folder that is no checkout is refused in one line, which says what to do', async () => {
  const refused = (typed: string, message: string) => {
    expect(() => stackNames(typed)).toThrow(OptionError);
    expect(() => stackNames(typed)).toThrow(message);
  };
  refused('rails=../before', 'there is no "rails"; known are meteor, mean, smallest');
  refused(',', 'nothing is named; known are meteor, mean, smallest');
  refused('mean=', '"" can\'t name a stack');
  refused(`mean=${place}/a b`, 'a b" can\'t name a stack');
  const nowhere = join(place, 'nowhere');
  refused(
    `mean=${nowhere}`,
    `${nowhere} is no checkout. To make one: git worktree add ${nowhere} <commit> && (cd ${nowhere} && npm ci)`,
  );
  const old = await checkout('old', ['apps/smallest']);
  refused(`mean=${old}`, `${old} has no apps/mean: take another commit there`);
  await rm(join(old, 'node_modules'));
  refused(`smallest=${old}`, `${old} has no npm packages: (cd ${old} && npm ci)`);
});
