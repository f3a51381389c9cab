import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { meteor as stack } from '@meteor-vs-mean/testbed/stacks';
import { expect, onTestFinished, test } from 'vitest';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';

const examples = join(import.meta.dirname, '../examples');
const names = globSync('*.yml', { cwd: examples }).map((file) => basename(file, '.yml'));

/** Starts the app of an example on a free port. @returns its address, as it says it */
async function start(name: string): Promise<string> {
  const child = spawn(process.execPath, [join(examples, `${name}.js`), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${name}.js ended with ${code}`);
  });
  exited.catch(() => {}); // in the end it does
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), exited]);
  return /listening on (http\S+)/.exec(line)?.[1] ?? '';
}

/** The same script with fewer writes. */
function shortened(name: string): string {
  const file = join(temporaryFolder(), `${name}.yml`);
  const text = readFileSync(join(examples, `${name}.yml`), 'utf8');
  expect(text).toContain('duration: 15');
  writeFileSync(file, text.replace('duration: 15', 'duration: 3'));
  return file;
}

test('there is an example for each kind of app', () => {
  expect(names.sort()).toEqual(['chat', 'feathers', 'meteor-log-in', 'rooms']);
});

test.each(names.filter((name) => name !== 'meteor-log-in'))(
  '%s: each delivery comes',
  { timeout: 60_000 },
  async (name) => expectDeliveries(name, await start(name)),
);

const meteor = await stack.find();
if (!meteor.found) console.log(`meteor-log-in isn't run: ${meteor.reason}. To run it: ${meteor.remedy}.`);

/** The app may have to be built first. */
const patience_ms = 900_000;

test.skipIf(!meteor.found)('meteor-log-in: every delivery comes', { timeout: patience_ms }, async () => {
  const build = await stack.build({ log: () => {} });
  await using testbed = await openTestbed();
  const app = await testbed.start(build, { mode: 'oplog' });
  await expectDeliveries('meteor-log-in', app.url);
});

async function expectDeliveries(name: string, target: string): Promise<void> {
  const out = temporaryFolder();
  const config = { phases: [{ duration: 1, arrivalCount: 20 }], engines: { pubsub: { out } } };
  const generator = runArtillery([
    ...['--target', target, '--overrides', JSON.stringify({ config })],
    shortened(name),
  ]);
  expect([await generator.ended, generator.output()]).toEqual([0, expect.stringContaining(', 0 lost,')]);
  const run = readRun(out);
  expect([run.problems, run.subscribers.length, run.writers?.sent]).toEqual([[], 20, 60]);
  // A room has ten of the twenty.
  expect(run.deliveries).toBe(name === 'rooms' ? 600 : 1_200);
}
