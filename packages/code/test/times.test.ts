import { createServer } from 'node:http';
import type { Mongo } from '@meteor-vs-mean/mongo';
import { closeServer, listen } from '@meteor-vs-mean/process';
import type { Build, RunningApp } from '@meteor-vs-mean/stacks';
import { expect, test } from 'vitest';
import { startTime, timesOf } from '../src/times.ts';

const ended = (cwd: string, duration_ms: number, ...args: string[]) => ({ args, cwd, duration_ms });

test('of what a build ran, the command that builds the app is timed, and npm in what was built', () => {
  const meteor = [
    ended('/here/packages/style', 300, 'run', 'build'),
    ended('/here/apps/meteor', 20_000, 'build', '--directory', '/tmp/x', '--server-only'),
    ended('/tmp/x/bundle/programs/server', 4_000, 'npm', 'install', '--omit=dev'),
  ];
  expect(timesOf(meteor, 'meteor')).toEqual({ app_ms: 20_000, packages_ms: 4_000 });
  expect(timesOf([ended('/here/apps/mean/client', 5_000, 'run', 'build')], 'mean')).toEqual({
    app_ms: 5_000,
    packages_ms: null,
  });
  expect(() => timesOf([], 'mean')).toThrow(/build of mean didn't run/);
});

test('a start lasts until the first page is there, and the app is stopped', async () => {
  const stopped: string[] = [];
  const build = { stack: 'mean', start: () => appThatAnswers(200, stopped) } as unknown as Build;
  const sample = await startTime(build, { mongo: {} as Mongo, database: 'x' });
  expect(sample).toMatchObject({ stack: 'mean', disturbed: expect.any(Array) });
  expect(sample.page_ms).toBeGreaterThan(0);
  expect(stopped).toEqual(['stopped']);

  const failing = { stack: 'mean', start: () => appThatAnswers(503, stopped) } as unknown as Build;
  await expect(startTime(failing, { mongo: {} as Mongo, database: 'x' })).rejects.toThrow(/status 503/);
  expect(stopped).toEqual(['stopped', 'stopped']);
});

async function appThatAnswers(status: number, stopped: string[]): Promise<RunningApp> {
  const server = createServer((_request, response) => response.writeHead(status).end('<p>here</p>'));
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    stop: async () => {
      await closeServer(server);
      stopped.push('stopped');
    },
  } as RunningApp;
}
