import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { meteor, meteorInstaller, stackNamed } from '../../src/stacks/index.ts';
import { askOn, offerMeteor } from '../../src/stacks/meteor-installer.ts';
import { commitOf } from '../../src/stacks/meteor-tool.ts';

// A machine where `meteor` and `npx` are scripts of ours. They imitate the tool's messages, never Meteor's work.
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meteor-test-'));
  vi.stubEnv('HOME', join(folder, 'home'));
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  vi.stubEnv('METEOR_BUNDLE', '');
  vi.stubEnv('METEOR_NODE', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function script(name: string, text: string): Promise<void> {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`);
  await chmod(join(folder, name), 0o755);
}

describe('Meteor is looked for', () => {
  test('and its absence has a reason and a remedy', async () => {
    expect(await meteor.find()).toEqual({
      found: false,
      reason: 'no meteor on PATH or in ~/.meteor',
      remedy: expect.stringContaining('--install'),
      canBeInstalled: true,
    });
    await expect(meteor.build({ log: () => {} })).rejects.toThrow('Meteor is not here');
    expect(await stackNamed('smallest-meteor').find()).toEqual(await meteor.find());
  });

  test('in ~/.meteor, where the release is what the app names', async () => {
    await script('home/.meteor/meteor', 'echo Meteor 3.9.9');
    expect(await meteor.find()).toMatchObject({
      found: true,
      version: '3.4.1',
      defaultMode: 'oplog',
    });
  });

  test('and a checkout is called one, by the version of its sources', async () => {
    const checkout = join(folder, 'checkout');
    await mkdir(join(checkout, 'packages/meteor-tool'), { recursive: true });
    await writeFile(
      join(checkout, 'packages/meteor-tool/package.js'),
      "Package.describe({ version: '3.4.1' })",
    );
    const words = "echo 'Unreleased, running from a checkout at 74d90a2' >&2; exit 1";
    await script(
      'meteor',
      `if [ "$1" = node ]; then echo ${checkout}/dev_bundle/bin/node; else ${words}; fi`,
    );
    expect(await meteor.find()).toMatchObject({
      found: true,
      version: 'a checkout of 3.4.1',
      defaultMode: 'oplog',
    });
    expect(await stackNamed('smallest-meteor').find()).toMatchObject({ found: true });
  });

  test('and a checkout is known by its commit, and by what was changed since', async () => {
    const checkout = join(folder, 'changed');
    await mkdir(checkout);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();
    git('init', '--quiet');
    await writeFile(join(checkout, 'tool.js'), '1');
    git('add', '.');
    git('-c', 'user.name=x', '-c', 'user.email=x', 'commit', '--quiet', '-m', 'x');
    const commit = git('rev-parse', 'HEAD').slice(0, 10);
    expect(await commitOf(checkout)).toBe(commit);
    await writeFile(join(checkout, 'tool.js'), '2');
    const changed = await commitOf(checkout);
    expect(changed).toMatch(new RegExp(`^${commit}\\+[0-9a-f]{8}$`));
    await writeFile(join(checkout, 'new.js'), '');
    expect(await commitOf(checkout)).not.toBe(changed);
  });

  test('and one that does not run is not found', async () => {
    await script('meteor', 'echo boom >&2; exit 3');
    expect(await meteor.find()).toMatchObject({
      found: false,
      reason: expect.stringContaining('boom'),
    });
  });
});

describe('METEOR_BUNDLE', () => {
  async function bundle(nodeVersion: string): Promise<string> {
    const dir = join(folder, 'bundle');
    await mkdir(join(dir, 'programs/server/node_modules'), { recursive: true });
    await writeFile(join(dir, 'star.json'), JSON.stringify({ meteorRelease: 'METEOR@3.4.1' }));
    await writeFile(join(dir, '.node_version.txt'), `v${nodeVersion}\n`);
    await writeFile(join(dir, 'programs/server/program.json'), '{}');
    await mkdir(join(dir, 'programs/web.browser'));
    const script = { type: 'js', where: 'client', path: 'app.js' };
    await writeFile(join(dir, 'programs/web.browser/program.json'), JSON.stringify({ manifest: [script] }));
    await writeFile(join(dir, 'programs/web.browser/app.js'), 'x'.repeat(2_000));
    vi.stubEnv('METEOR_BUNDLE', folder);
    return dir;
  }

  test('is taken with a Node of the version that it was built for', async () => {
    const dir = await bundle(process.versions.node);
    const lines: string[] = [];
    const build = await meteor.build({ log: (line) => lines.push(line) });
    expect(build).toMatchObject({ dir, node: process.execPath, versions: { meteor: '3.4.1' } });
    expect(build.javascript?.firstPage).toMatchObject({ files: 1, raw_bytes: 2_000 });
    expect(lines).toEqual([expect.stringMatching(/^Meteor's JavaScript: first page 2\.0 kB \(gzip/)]);
    const start = build.start({
      mode: 'changestream',
      port: 0,
      mongo: { url: 'mongodb://127.0.0.1:9' },
      database: 'x',
    });
    await expect(start).rejects.toThrow("Meteor has mode 'changestream' from 3.5 on, and this is 3.4.1");
  });

  test('names what is wrong with it', async () => {
    vi.stubEnv('METEOR_BUNDLE', join(folder, 'nowhere'));
    const reason = async (): Promise<string> => {
      const found = await meteor.find();
      return found.found ? '' : found.reason;
    };
    expect(await reason()).toMatch(/METEOR_BUNDLE \(.*nowhere\) is not a Meteor bundle/);
    const dir = await bundle('14.21.4');
    expect(await reason()).toBe(
      'METEOR_BUNDLE was built for Node 14.21.4: set METEOR_NODE to the path of such a Node.',
    );
    vi.stubEnv('METEOR_NODE', process.execPath);
    expect(await reason()).toMatch(
      /METEOR_NODE is Node \d+\.\d+\.\d+, but METEOR_BUNDLE was built for Node 14/,
    );
    await rm(join(dir, 'programs/server/node_modules'), { recursive: true });
    expect(await reason()).toContain('npm install');
  });
});

describe("Meteor's installer", () => {
  const quiet = { log: () => {} };

  test('is not run without a terminal, with --no-install, or when declined', async () => {
    await script('npx', 'exit 99');
    expect(await offerMeteor({ ...quiet, isTerminal: false })).toMatchObject({ installed: false });
    expect(await offerMeteor({ ...quiet, isTerminal: true, install: false })).toMatchObject({
      installed: false,
    });
    const ask = async (): Promise<boolean> => false;
    expect(await offerMeteor({ ...quiet, isTerminal: true, ask })).toEqual({ installed: false });
  });

  test('says its size, its place and what it edits before it asks', async () => {
    await script('npx', `echo "$*" > ${folder}/asked`);
    let shown = '';
    const ask = async (): Promise<boolean> => {
      expect(shown).toMatch(/MB to download.*GB on disk/);
      expect(shown).toContain('~/.meteor');
      expect(shown).toMatch(/edits.*start files/);
      expect(shown).toContain(meteorInstaller);
      return true;
    };
    const log = (text: string): void => {
      shown += text;
    };
    expect(await offerMeteor({ isTerminal: true, ask, log })).toEqual({ installed: true });
  });

  test('is asked for on a terminal: Ctrl-D is no, and Ctrl-C stops what listens for it', async () => {
    const press = (keys: string): Promise<boolean> => {
      const input = new PassThrough();
      const answer = askOn('Run it now?', input, new PassThrough());
      input.write(keys);
      return answer;
    };
    expect(await press('y\n')).toBe(true);
    expect(await press('\u0004')).toBe(false);
    const order: string[] = [];
    process.once('SIGINT', () => order.push('stopped'));
    await press('\u0003').catch(({ message }) => order.push(message));
    expect(order).toEqual(['stopped', 'Stopped']);
  });

  test('that fails says why in one line', async () => {
    await script(
      'npx',
      "echo 'Error: getaddrinfo ENOTFOUND packages.meteor.com' >&2; echo '  at x' >&2; exit 1",
    );
    expect(await offerMeteor({ ...quiet, install: true, isTerminal: false })).toEqual({
      installed: false,
      failure:
        "Meteor's installer failed: its download from packages.meteor.com can't be reached (ENOTFOUND). Set METEOR_BUNDLE to a bundle that was built elsewhere.",
    });
  });
});
