import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { startMongo, urlOf } from '@meteor-vs-mean/testbed/mongo';
import { MongoClient } from 'mongodb';
import { expect, onTestFinished, test } from 'vitest';
import { type Checkout, copyCheckout } from '../checkout/copy.ts';
import { environmentOf } from '../checkout/environment.ts';
import { root } from './compose-file.ts';
import { readDockerfile, type Stage } from './dockerfile.ts';

const run = promisify(execFile);
const image = (name: string): Stage[] => readDockerfile(`${name}.Dockerfile`);
const steps = (stages: readonly Stage[], keyword: string) =>
  stages.flatMap((stage) => stage.steps.filter((step) => step.keyword === keyword));
const runs = (name: string, of = (_stage: Stage) => true) =>
  steps(image(name).filter(of), 'RUN').map(({ text }) => text);

test('the packages for Meteor can be built by its plain commands', { timeout: 120_000 }, async () => {
  const checkout = await copy('linked');
  const builds = runs('meteor').filter((text) => text.startsWith('npm run build'));
  expect(builds).toHaveLength(1);
  for (const text of builds) await plain(text, checkout, checkout.folder);
  for (const name of ['contract', 'style']) {
    await access(path.join(checkout.folder, 'packages', name, 'dist/package.json'));
  }
});

test('MEAN’s steps, run as plain commands in copies of the checkout, make an app that starts', {
  timeout: 300_000,
}, async () => {
  const stages = image('mean');
  // At once, as Docker does.
  const built = stages
    .filter(({ image }) => image === 'source')
    .map(async (stage): Promise<[string, string]> => {
      const checkout = await copy('none');
      for (const { text } of stage.steps.filter(({ keyword }) => keyword === 'RUN')) {
        await plain(text, checkout, checkout.folder);
      }
      return [stage.name, checkout.folder];
    });
  const stagesByName = new Map(await Promise.all(built));
  const app = await mkdtemp(path.join(tmpdir(), 'mean-image-test-'));
  onTestFinished(() => rm(app, { recursive: true }));
  const last = stages.at(-1) as Stage;
  for (const { text, from } of last.steps.filter(({ keyword }) => keyword === 'COPY')) {
    const words = text.split(' ');
    const target = path.join(app, words.at(-1) as string);
    for (const source of words.slice(0, -1)) {
      const base = from === null ? root : (stagesByName.get(from) as string);
      const file = path.join(base, source.replace(/^\/app\//, ''));
      const isInto = target.endsWith('/') || words.at(-1) === './';
      await mkdir(path.dirname(target), { recursive: true });
      const place = isInto ? path.join(target, path.basename(file)) : target;
      // A stage's copy of the checkout is removed with it, and copying its packages takes Node many seconds.
      if (from === null) await cp(file, place, { recursive: true });
      else await rename(file, place);
    }
  }
  await answersOnlyFrom(app, last);
});

/** Runs the image's command in its assembled files: it serves the client, and accepts a list. */
async function answersOnlyFrom(app: string, { steps }: Stage): Promise<void> {
  const json = (keyword: string): string[] =>
    JSON.parse(steps.find((step) => step.keyword === keyword)?.text ?? '[]');
  const mongo = await startMongo();
  const mongoUrl = urlOf(mongo, `image-${process.pid}`);
  const [entry = '', ...rest] = [...json('ENTRYPOINT'), ...json('CMD')];
  await chmod(path.join(app, entry.replace(/^\/app\//, '')), 0o755);
  const env = { PATH: process.env.PATH ?? '', MONGO_URL: mongoUrl, PORT: '0', NODE_ENV: 'production' };
  const child = spawn(path.join(app, entry.replace(/^\/app\//, '')), rest, {
    cwd: app,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  try {
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stderr }).once('line', resolve);
      child.once('close', (code) => reject(new Error(`it exited with ${code} without output`)));
    });
    const [, url] = /on (http:\S+)$/.exec(line) ?? [];
    expect(line).toMatch(/^MEAN server .* on http/);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const page = await (await fetch(`${url}/`)).text();
    expect(page).toContain('<app-root');
    const script = /src="([^"]+\.js)"/.exec(page)?.[1];
    expect((await fetch(new URL(`${script}`, `${url}/`))).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await closed;
    await MongoClient.connect(mongoUrl).then(async (client) => {
      await client.db().dropDatabase();
      await client.close();
    });
    await mongo.stop();
  }
}

async function copy(packages: 'linked' | 'none'): Promise<Checkout> {
  const checkout = await copyCheckout({ packages });
  onTestFinished(() => checkout[Symbol.asyncDispose]());
  return checkout;
}

/** A RUN, with this checkout's downloads of npm. */
async function plain(text: string, checkout: Checkout, cwd: string): Promise<void> {
  const env = await environmentOf(checkout);
  await run('sh', ['-c', text], { cwd, env, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`RUN ${text} failed:\n${`${error.stdout}\n${error.stderr}`.trim().slice(-3000)}`);
    },
  );
}
