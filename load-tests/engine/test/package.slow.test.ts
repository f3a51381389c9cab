import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { findPackageJSON } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Server } from 'socket.io';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';
import { pack } from './pack.ts';

const engine = join(import.meta.dirname, '..');
const root = join(engine, '../..');
const execute = promisify(execFile);

let folder: string;
let tarball: string;
let copy: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pubsub-test-'));
  ({ tarball, copy } = await pack(folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Puts Artillery beside what npm has installed: a copy of its own, which looks for engines from where it lies, with
 * links to what it depends on. To install its half a gigabyte takes longer than all the rest.
 */
function putArtillery(modules: string): void {
  const source = join(root, 'node_modules');
  cpSync(join(source, 'artillery'), join(modules, 'artillery'), { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(source, 'artillery/package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const [link, inArtillery] = [join(modules, name), join(modules, 'artillery/node_modules', name)];
    if (existsSync(link) || existsSync(inArtillery)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(source, name), link);
  }
}

/** The chat of Socket.io's getting-started guide: no acknowledgements, and one event for everybody. */
async function startChat(): Promise<string> {
  const server = createServer();
  const io = new Server(server);
  io.on('connection', (socket) => {
    socket.on('chat message', (msg) => {
      io.emit('chat message', msg);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => io.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const readme = readFileSync(join(engine, 'README.md'), 'utf8');
/** What the README says to type, a line each: pack, install, run. */
const typed = /It isn't on npm yet.*?```sh\n(.*?)```/s.exec(readme)?.[1]?.trim().split('\n') ?? [];
/** Its script for Socket.io's chat, with fewer writes. */
const chat = /Socket\.io's getting-started chat.*?```yaml\n(.*?)```/s
  .exec(readme)?.[1]
  ?.replace('duration: 15', 'duration: 1');

/**
 * Types the README's second line in an empty folder. FROM_NPM=1 leaves it as it is, with a home of its own, as the publish
 * workflow does; otherwise Artillery is put beside the engine, and all else is npm's doing.
 */
async function install(line: string, tarball: string, place: string): Promise<void> {
  const words = line.replace('/path/to', dirname(tarball)).split(' ');
  const [npm = '', ...args] = words;
  if (process.env.FROM_NPM === '1') {
    await execute(npm, args, { cwd: place, env: { ...process.env, HOME: temporaryFolder() } });
    return;
  }
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execute(npm, [...args.filter((word) => word !== 'artillery'), ...flags], { cwd: place });
  putArtillery(join(place, 'node_modules'));
}

const usage = `
import Engine, { type Run, readRun } from 'artillery-engine-pubsub';
const run: Run = readRun('.');
const delivered: number = run.deliveries;
const p99: number = run.latency.getValueAtPercentile(99);
console.log(Engine, delivered, p99);
// @ts-expect-error there is no such field
run.nonsense;
`;

test('the README’s lines, typed in an empty folder, measure Socket.io’s getting-started chat', {
  timeout: 600_000,
}, async () => {
  expect(readFileSync(join(copy, 'package.json'))).toEqual(readFileSync(join(engine, 'package.json')));
  expect(readdirSync(copy)).not.toContain('dist');

  const place = temporaryFolder();
  expect(typed).toEqual([
    'npm pack -w artillery-engine-pubsub',
    `npm install --save-dev artillery /path/to/${basename(tarball)}`,
    'npx artillery run chat.yml',
  ]);
  await install(typed[1] as string, tarball, place);
  const runner = join(place, 'node_modules/artillery/dist/lib/core/runner.js');
  const packed = join(place, 'node_modules/artillery-engine-pubsub/package.json');
  expect(findPackageJSON('artillery-engine-pubsub', runner)).toBe(packed);
  expect(existsSync(join(place, 'node_modules/artillery-engine-pubsub/schema.json'))).toBe(true);

  writeFileSync(join(place, 'chat.yml'), chat ?? '');
  const out = join(place, 'out');
  const phases = [{ duration: 1, arrivalCount: 5 }];
  const overrides = JSON.stringify({ config: { phases, engines: { pubsub: { out } } } });
  const bin = join(place, 'node_modules/artillery/bin/run');
  const generator = runArtillery(
    [join(place, 'chat.yml'), '--target', await startChat(), '--overrides', overrides],
    {},
    { bin },
  );
  expect([await generator.ended, generator.output()]).toEqual([
    0,
    expect.stringContaining('pubsub.fanout_latency'),
  ]);
  const run = readRun(out);
  const { scheduled, sent } = run.writers ?? {};
  expect(run.problems).toEqual([]);
  expect(scheduled).toBeGreaterThan(0);
  expect([run.subscribers.length, sent, run.deliveries]).toEqual([5, scheduled, 5 * (scheduled ?? 0)]);

  // Its types, as a user's TypeScript sees them.
  writeFileSync(join(place, 'usage.ts'), usage);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023'];
  const types = [
    '--types',
    'node',
    '--typeRoots',
    join(root, 'node_modules/@types'),
    '--skipLibCheck',
    'false',
  ];
  await execute(process.execPath, [tsc, ...options, ...types, 'usage.ts'], { cwd: place }).catch((error) => {
    throw new Error(error.stdout);
  });
});

test('publint and are-the-types-wrong find nothing in the tarball', { timeout: 60_000 }, async () => {
  const { stdout } = await check(tarball);
  expect(stdout).toContain('All good!');
  expect(stdout).toContain('node16 (from ESM): OK (ESM)');
});

test('a package without the types that it names is not let through', async () => {
  const place = temporaryFolder();
  const exports = { '.': { types: './index.d.ts', default: './index.js' } };
  const manifest = { name: 'artillery-engine-broken', version: '1.0.0', type: 'module', exports };
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(place, 'index.js'), 'export default 1;');
  await execute('npm', ['pack'], { cwd: place });
  const { code, stdout } = await check(join(place, 'artillery-engine-broken-1.0.0.tgz')).catch(
    (error) => error,
  );
  expect([code, stdout]).toEqual([1, expect.stringMatching(/pkg\.exports.*index\.d\.ts/s)]);
});

/** As the publish workflow does. */
function check(tarball: string): Promise<{ code?: number; stdout: string }> {
  return execute('npm', ['run', 'check:package', '-w', 'artillery-engine-pubsub', '--', tarball], {
    cwd: root,
  });
}
