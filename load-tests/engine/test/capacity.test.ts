import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { runLevel, type Search } from '../src/capacity/level.ts';
import { temporaryFolder } from './folder.ts';
import { startNewsApp } from './news-app.ts';
import { newsScript, type Script } from './news-script.ts';
import { socketServer } from './script-run.ts';

const execute = promisify(execFile);
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
    environment: undefined,
    target: undefined,
    payload: undefined,
    pid: undefined,
    duration_s: 1,
  };
  return runLevel(search, 2, new AbortController().signal);
}

test('users of whom nobody gets in fail their level, with the reason', async () => {
  const trial = await runUsers(({ config }) => {
    config.engines.pubsub.namespace = '/nowhere';
  });
  expect(trial).toMatchObject({
    verdict: 'failed',
    why: expect.stringMatching(/^app: (\d+) of \1 users failed \(http:.*Invalid namespace/),
  });
});

test('users that wait and call nothing are counted by the end of their flow', async () => {
  const { io, url } = await socketServer();
  let sent = 0;
  io.on('connection', (socket) => void (socket.emit('news') && sent++));
  const trial = await runUsers(({ config, scenarios: [scenario] }) => {
    config.target = url;
    scenario?.flow.splice(0, 1, { wait: { event: 'news', timeout: 5 } }, { think: 1 });
  });
  expect(trial).toMatchObject({ verdict: 'passed', owed: 0, p99_ms: null, why: '' });
  expect(sent).toBeGreaterThanOrEqual(2);
});

test('a flow whose users nobody counts is told what it lacks', async () => {
  const running = runUsers(({ scenarios }) => void scenarios[0]?.flow.pop());
  await expect(running).rejects.toThrow(/its flow has neither publish nor hold; .* hold: \{ for: 0 \}/);
});

/** A folder in which `artillery run` is this script, which finds the engine's options in `pubsub`. */
function withArtillery(script: string): string {
  const folder = temporaryFolder();
  const artillery = join(folder, 'node_modules/artillery');
  mkdirSync(join(artillery, 'bin'), { recursive: true });
  writeFileSync(join(artillery, 'package.json'), '{}');
  const head = `
    const overrides = process.argv[process.argv.indexOf('--overrides') + 1];
    const { pubsub } = JSON.parse(overrides).config.engines;
    const giveUp = (reason) =>
      require('node:fs').writeFileSync(pubsub.out + '/void.json', JSON.stringify({ code: 'x', reason }));
  `;
  writeFileSync(join(artillery, 'bin/run'), head + script);
  return folder;
}

test('what was found is kept where Artillery and the app’s process are gone at a later level', async () => {
  // The app ends at the first level; at all others Artillery dies.
  const folder = withArtillery(`
    if (pubsub.subscribers !== 50) throw new Error('out of memory');
    process.kill(process.env.APP, 'SIGKILL');
    giveUp('the app is full');
  `);
  const app = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void app.kill('SIGKILL'));
  const out = 'made/for/it';
  const args = [main, 'chat.yml', '--out', out, '--pid', String(app.pid)];
  const env = { ...process.env, APP: String(app.pid) };
  // It ends with 2: no level was held.
  const { stderr } = await execute(process.execPath, args, { cwd: folder, env }).catch((error) => error);
  const { trials } = JSON.parse(readFileSync(join(folder, out, 'capacity.json'), 'utf8'));
  expect(trials[0]).toMatchObject({ level: 50, verdict: 'failed', why: 'app: the app is full' });
  expect(stderr).toContain('void, generator: Artillery ended with 1 and left nothing to read');
});

test('subscribers that are still arriving are waited for', () => {
  const folder = withArtillery("giveUp(pubsub.readyTimeout + ' s were too few');");
  const args = [main, 'chat.yml', '--from', '4000'];
  const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  // A hundred arrive in a second.
  expect(stderr).toContain('4000: failed, app: 100 s were too few');
});

test('a process that isn’t there is told before the search', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const { status, stderr } = spawnSync(process.execPath, [main, 'none.yml', '--pid', String(pid)], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    `pubsub-capacity: --pid ${pid}: there is no such process on this machine\n`,
  ]);
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
