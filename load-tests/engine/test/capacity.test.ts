import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runLevel, type Search } from '../src/capacity/level.ts';
import { temporaryFolder } from './folder.ts';
import { startNewsApp } from './news-app.ts';
import { newsScript, type Script } from './news-script.ts';

const main = join(import.meta.dirname, '../src/capacity/main.ts');

/** One run of two users of a flow of calls. */
async function runUsers(change: (script: Script) => void) {
  const app = await startNewsApp();
  onTestFinished(() => app.close());
  const scenario = newsScript(app.url, temporaryFolder(), (script) => {
    const call = { name: 'post', params: [{ id: 'x' }] };
    script.scenarios = [{ engine: 'pubsub', flow: [{ call }, { hold: { for: 0 } }] }];
    change(script);
  });
  const search: Search = {
    scenario,
    what: 'users',
    limit_ms: 10_000,
    arrivals_per_s: 100,
    environment: undefined,
    target: undefined,
    pid: undefined,
  };
  return runLevel(search, 2, new AbortController().signal);
}

test('users of whom nobody gets in fail their level, with the reason', async () => {
  const trial = await runUsers(({ config }) => {
    config.engines.pubsub.namespace = '/nowhere';
  });
  expect(trial).toMatchObject({
    verdict: 'failed',
    why: expect.stringMatching(/^app: 2 of 2 users did not get in \(pubsub: .*Invalid namespace/),
  });
});

test('a flow whose users nobody counts is told what it lacks', async () => {
  const running = runUsers(({ scenarios }) => void scenarios[0]?.flow.pop());
  await expect(running).rejects.toThrow(/its flow has neither publish nor hold; .* hold: \{ for: 0 \}/);
});

test('what was found is kept where Artillery breaks at a later level', () => {
  const folder = temporaryFolder();
  const artillery = join(folder, 'node_modules/artillery');
  mkdirSync(join(artillery, 'bin'), { recursive: true });
  writeFileSync(join(artillery, 'package.json'), '{}');
  // The first level is void by the app; at all others Artillery dies.
  const script = `
    const overrides = process.argv[process.argv.indexOf('--overrides') + 1];
    const { out, subscribers } = JSON.parse(overrides).config.engines.pubsub;
    if (subscribers !== 50) throw new Error('out of memory');
    require('node:fs').writeFileSync(out + '/void.json', JSON.stringify({ code: 'x', reason: 'the app is full' }));
  `;
  writeFileSync(join(artillery, 'bin/run'), script);
  const out = 'made/for/it';
  const { stderr } = spawnSync(process.execPath, [main, 'chat.yml', '--out', out], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { trials } = JSON.parse(readFileSync(join(folder, out, 'capacity.json'), 'utf8'));
  expect(trials[0]).toMatchObject({ level: 50, verdict: 'failed', why: 'app: the app is full' });
  expect(stderr).toContain('void, generator: Artillery ended with 1 and left nothing to read');
});

test('a folder that can’t be one is refused before the search', () => {
  const file = join(temporaryFolder(), 'notes.txt');
  writeFileSync(file, '');
  const { status, stderr } = spawnSync(process.execPath, [main, 'none.yml', '--out', file], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^pubsub-capacity: --out .*notes\.txt: can't be made a folder/);
  expect(status).toBe(1);
});
