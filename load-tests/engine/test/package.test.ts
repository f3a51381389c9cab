import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { findPackageJSON } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';

const engine = join(import.meta.dirname, '..');
const root = join(engine, '../..');
const execute = promisify(execFile);

/** `npm pack`, in a copy: it rewrites package.json for a while, and other tests are using the engine. */
async function pack(): Promise<{ tarball: string; copy: string }> {
  const place = temporaryFolder();
  const copy = join(place, 'load-tests/engine');
  mkdirSync(copy, { recursive: true });
  for (const name of ['src', 'build', 'package.json', 'tsconfig.json', 'schema.json', 'README.md']) {
    cpSync(join(engine, name), join(copy, name), { recursive: true });
  }
  cpSync(join(root, 'tsconfig.base.json'), join(place, 'tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  await execute('npm', ['pack', '--pack-destination', place], { cwd: copy });
  const tarball = readdirSync(place).find((name) => name.endsWith('.tgz')) as string;
  return { tarball: join(place, tarball), copy };
}

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

const chat = `
config:
  target: TARGET
  phases: [{ duration: 1, arrivalCount: 5 }]
  engines:
    pubsub:
      transport: socketio
      deliveries: [{ event: chat message, path: "0", pattern: "^#(\\\\S+)" }]
scenarios:
  - engine: pubsub
    flow:
      - publish:
          { call: chat message, params: ["#{{ $writeId }} hello"], ack: false, rate: 10, duration: 1, writers: 2, drain: 1 }
`;

const usage = `
import Engine, { type Run, readRun } from 'artillery-engine-pubsub';
const run: Run = readRun('.');
const delivered: number = run.deliveries;
const p99: number = run.latency.getValueAtPercentile(99);
console.log(Engine, delivered, p99);
// @ts-expect-error there is no such field
run.nonsense;
`;

test('the package, beside Artillery in an empty folder, measures Socket.io’s getting-started chat', {
  timeout: 300_000,
}, async () => {
  const before = readFileSync(join(engine, 'package.json'), 'utf8');
  const { tarball, copy } = await pack();
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(before);
  expect(readdirSync(copy)).not.toContain('dist');

  const place = temporaryFolder();
  writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execute('npm', ['install', ...flags, tarball], { cwd: place });
  putArtillery(join(place, 'node_modules'));
  const runner = join(place, 'node_modules/artillery/dist/lib/core/runner.js');
  const packed = join(place, 'node_modules/artillery-engine-pubsub/package.json');
  expect(findPackageJSON('artillery-engine-pubsub', runner)).toBe(packed);
  expect(existsSync(join(place, 'node_modules/artillery-engine-pubsub/schema.json'))).toBe(true);

  writeFileSync(join(place, 'chat.yml'), chat.replace('TARGET', await startChat()));
  const out = join(place, 'out');
  const overrides = JSON.stringify({ config: { engines: { pubsub: { out } } } });
  const bin = join(place, 'node_modules/artillery/bin/run');
  const generator = runArtillery([join(place, 'chat.yml'), '--overrides', overrides], {}, { bin });
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
