import { execFileSync } from 'node:child_process';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@meteor-vs-mean/pubsub-client';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Mongo, startMongo } from '../../src/mongo/index.ts';
import { OptionError, root } from '../../src/process/index.ts';
import { commitNamed, sourcesAt } from '../../src/stacks/commit.ts';
import { mean, stackNamed, stackNames, stacks } from '../../src/stacks/index.ts';
import { coversNeeds } from '../../src/stacks/lock-file.ts';

let mongo: Mongo;
beforeAll(async () => {
  mongo = await startMongo();
}, 120_000);
afterAll(() => mongo?.stop());
afterEach(() => vi.unstubAllEnvs());

/** One that stays the same, so that it is built once; in a clone without history, the only one there is. */
const commit = ['9e6a577', 'HEAD'].find((name) => {
  try {
    return commitNamed(name);
  } catch {
    return false;
  }
}) as string;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'commit-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('MEAN at a commit is built from that commit, and takes a write', { timeout: 600_000 }, async () => {
  const stack = stackNamed(`mean@${commit}`);
  const { sha, short } = commitNamed(commit);
  expect(stack).toMatchObject({ name: `mean@${short}`, title: `MEAN@${short}`, environment: 'mean' });
  expect(await stack.find()).toMatchObject({ found: true, version: expect.stringMatching(/^Socket\.io \d/) });

  const build = await stack.build({ log: () => {} });
  expect(build).toMatchObject({ stack: stack.name, dir: expect.stringContaining(sha) });
  const contract = join(build.dir, '../../../node_modules/@meteor-vs-mean/contract');
  expect(await realpath(contract)).toBe(join(await realpath(build.dir), '../../../packages/contract'));
  const source = 'apps/mean/server/src/main.ts';
  const then = execFileSync('git', ['show', `${sha}:${source}`], { cwd: root, encoding: 'utf8' });
  expect(await readFile(join(build.dir, 'src/main.ts'), 'utf8')).toBe(then);

  const app = await build.start({ port: 0, mongo, database: `commit-${process.pid}` });
  onTestFinished(() => app.stop());
  expect(app.stack).toBe(stack.name);
  const client = await connect({ url: app.url, transport: 'socketio' });
  onTestFinished(() => client.close());
  expect(await client.call('lists.insert', { _id: 'list', name: 'List' })).toBe('list');
});

test.each(stacks.filter(({ floorOf }) => floorOf))(
  '$name at a commit is the floor of $floorOf at that commit',
  ({ name, floorOf }) => {
    const { short } = commitNamed('HEAD');
    expect(stackNamed(`${name}@HEAD`).floorOf).toBe(`${floorOf}@${short}`);
  },
);

test('names between commas are stacks, with or without a commit, each once', () => {
  const { sha, short } = commitNamed(commit);
  expect(stackNames(`mean, mean@${commit},mean@${sha}, meteor`)).toEqual(['mean', `mean@${short}`, 'meteor']);
  expect(stackNamed(`mean@${short}`)).toBe(stackNamed(`mean@${sha}`));
  expect(stackNamed('mean')).toBe(mean);
});

test.each([
  ['rails@HEAD', 'there is no "rails"; known are meteor, mean, smallest'],
  [',', 'nothing is named; known are meteor, mean, smallest'],
  ['mean@', 'there is no commit "" in '],
  ['mean@0000000', 'there is no commit "0000000" in '],
  ['mean@--help', 'there is no commit "--help" in '],
])('%s is refused in one line', (typed, message) => {
  expect(() => stackNames(typed)).toThrow(OptionError);
  expect(() => stackNames(typed)).toThrow(message);
});

test('a commit without the app is refused in one line', () => {
  // What no history holds: a commit of an empty tree.
  // A fixed date: it is the same object at each run.
  const who = { NAME: 'x', EMAIL: 'x', DATE: '2026-11-22T00:00:00Z' };
  const author = Object.entries(who).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ]);
  const env = { ...process.env, ...Object.fromEntries(author) };
  const options = { cwd: root, encoding: 'utf8', input: '', env } as const;
  const tree = execFileSync('git', ['mktree'], options).trim();
  const empty = execFileSync('git', ['commit-tree', tree, '-m', 'empty'], options).trim();
  expect(() => stackNamed(`mean@${empty}`)).toThrow(
    /^commit \w+ has no apps\/mean, so there is no mean of it$/,
  );
});

test('packages that this checkout has are linked; without the registry others are missed in one line', {
  timeout: 120_000,
}, async () => {
  const folder = await temporaryFolder();
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  const at = commitNamed('HEAD');
  const lines: string[] = [];
  await writeFile(join(folder, 'npm'), `#!/bin/sh\necho "npm error   errno: 'ENOTFOUND'," >&2; exit 1\n`);
  await chmod(join(folder, 'npm'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  const elsewhere = sourcesAt(at, ['apps/mean'], folder);
  await expect(elsewhere.prepare((line) => lines.push(line))).rejects.toThrow(
    `Commit ${at.short} has npm packages of its own, and npm ci failed with ENOTFOUND: npm's registry must be reachable once.`,
  );
  expect(lines).toEqual([
    expect.stringMatching(/^Bringing/),
    expect.stringMatching(/^Installing npm packages/),
  ]);

  // Those of a checkout that is gone by the next time.
  const other = join(folder, 'other');
  await mkdir(join(other, 'node_modules/.bin'), { recursive: true });
  const installed = 'node_modules/.package-lock.json';
  await copyFile(join(root, installed), join(other, installed));
  await sourcesAt(at, ['apps/mean'], other).prepare((line) => lines.push(line));
  await rm(other, { recursive: true });

  const sources = sourcesAt(at, ['apps/mean']);
  await sources.prepare((line) => lines.push(line));
  expect(lines).toHaveLength(2);
  expect(await readlink(join(sources.root, 'node_modules/socket.io'))).toBe(
    join(root, 'node_modules/socket.io'),
  );
});

test('packages serve if all that is needed has the same version', () => {
  const needs = (...names: string[]) => ({
    dependencies: Object.fromEntries(names.map((name) => [name, '*'])),
  });
  const wanted = {
    packages: {
      'apps/x': needs('ours', 'a'),
      'packages/ours': needs('b'),
      'node_modules/ours': { link: true, resolved: 'packages/ours' },
      'node_modules/a': { version: '1.0.0', ...needs('b') },
      'node_modules/a/node_modules/b': { version: '2.0.0', ...needs('c') },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0', optional: true },
      'node_modules/d': { version: '1.0.0' },
    },
  };
  const { 'node_modules/c': _, 'node_modules/d': __, ...there } = wanted.packages;
  const covers = (change: object) => coversNeeds({ packages: { ...there, ...change } }, wanted, ['apps/x']);
  expect(covers({})).toBe(true);
  expect(covers({ 'node_modules/d': { version: '9.0.0' } })).toBe(true);
  expect(covers({ 'node_modules/c': { version: '9.0.0' } })).toBe(false);
  expect(covers({ 'node_modules/b': { version: '9.0.0' } })).toBe(false);
  expect(covers({ 'node_modules/a/node_modules/b': undefined })).toBe(false);
});
