import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { type Build, meteor, type StartOptions } from '../../src/stacks/index.ts';

/** Answers what it was started with, in the place of an app. */
const server = `
const { createServer } = require('node:http');
const { PORT, BIND_IP } = process.env;
createServer((_, response) => response.end(JSON.stringify(process.env))).listen(PORT, BIND_IP);
`;

/**
 * A bundle of some Meteor without Meteor: it shows what the bench passes to a version, never what that version does with it.
 * @param release for instance '3.5.2'; null: it doesn't say, as what a checkout built
 * @param mongo the source of its package mongo
 */
export async function fakeBundle(release: string | null, mongo = ''): Promise<Build> {
  const dir = await mkdtemp(join(tmpdir(), 'bundle-test-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await mkdir(join(dir, 'programs/server/node_modules'), { recursive: true });
  await mkdir(join(dir, 'programs/server/packages'));
  await mkdir(join(dir, 'programs/web.browser'));
  const star = release === null ? {} : { meteorRelease: `METEOR@${release}` };
  await writeFile(join(dir, 'star.json'), JSON.stringify(star));
  await writeFile(join(dir, '.node_version.txt'), process.version);
  await writeFile(join(dir, 'programs/server/program.json'), '{}');
  await writeFile(join(dir, 'programs/server/packages/mongo.js'), mongo);
  await writeFile(join(dir, 'programs/web.browser/program.json'), '{"manifest":[]}');
  await writeFile(join(dir, 'main.js'), server);
  vi.stubEnv('METEOR_BUNDLE', dir);
  return meteor.build({ log: () => {} });
}

/** The environment of an app that a build starts. */
export async function environmentOf(
  build: Build,
  options: Partial<StartOptions> = {},
): Promise<Record<string, string | undefined>> {
  const mongo = { url: 'mongodb://127.0.0.1:9/?replicaSet=rs0' };
  const app = await build.start({ port: 0, mongo, database: 'x', ...options });
  onTestFinished(() => app.stop());
  return (await fetch(app.url)).json() as Promise<Record<string, string>>;
}
