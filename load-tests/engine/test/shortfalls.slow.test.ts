import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type Raised, runLevel, type Search } from '../src/capacity/level.ts';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';
import { strictApp } from './strict-app.ts';

const execute = promisify(execFile);
const users = 4;

interface Script {
  url: string;
  flow: Record<string, unknown>[];
  pubsub?: Record<string, unknown>;
}

/** @returns the script's file, and the folder of its results */
function scriptOf({ url, flow, pubsub }: Script): { file: string; out: string } {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  const deliveries = [{ event: 'said', path: '0' }];
  const options = { transport: 'socketio', answer: 'ok', deliveries, out, ...pubsub };
  const file = join(folder, 'script.yml');
  const config = {
    target: url,
    phases: [{ duration: 1, arrivalCount: users }],
    engines: { pubsub: options },
  };
  writeFileSync(file, stringify({ config, scenarios: [{ engine: 'pubsub', flow }] }));
  return { file, out };
}

async function run(script: Script) {
  const { file, out } = scriptOf(script);
  const generator = runArtillery([file]);
  const code = await generator.ended;
  const output = generator.output();
  const summary = output.slice(output.indexOf('Summary report'));
  return {
    code,
    out,
    said: output.match(/^pubsub: .*/gm) ?? [],
    /** One of Artillery's counters; undefined if it is not in the report. */
    counter: (name: string) => {
      const [, count] = new RegExp(`^${name.replaceAll('.', '\\.')}: \\.+ (\\d+)$`, 'm').exec(summary) ?? [];
      return count === undefined ? undefined : Number(count);
    },
  };
}

const publish = { call: 'say', params: ['{{ $writeId }}'], rate: 60, duration: 1, drain: 0.5, writers: 2 };

test('Artillery exits with 1 for refused writes, unless the script expects them', {
  timeout: 60_000,
}, async () => {
  const limited = await strictApp({ mostPerHalfSecond: 10 });
  const { code, said } = await run({ url: limited.url, flow: [{ publish }] });
  const { refused, taken } = limited.counts;
  expect(refused).toBeGreaterThan(0);
  expect(said[0]).toContain(`60 sent, ${taken} acknowledged, ${refused} refused, 0 unanswered`);
  expect(said[1]).toBe(
    `pubsub: writes-refused, app: ${refused} of 60 writes were refused (too-many-requests ${refused}; the first: slow down)`,
  );
  expect(code).toBe(1);

  const expecting = await strictApp({ mostPerHalfSecond: 10 });
  const expect_ = ['too-many-requests'];
  const fine = await run({ url: expecting.url, flow: [{ publish: { ...publish, expect: expect_ } }] });
  expect(fine.said).toHaveLength(1);
  expect(fine.said[0]).toContain(`0 refused, ${expecting.counts.refused} refused as expected, 0 unanswered`);
  expect(fine.counter('pubsub.refused_expected')).toBe(expecting.counts.refused);
  expect(fine.counter('pubsub.owed')).toBe(users * expecting.counts.taken);
  expect(fine.code).toBe(0);
});

test('Artillery exits with 1 if the app disconnects the writers', { timeout: 60_000 }, async () => {
  const { url, counts } = await strictApp({ mostPerClient: 10 });
  const { code, said, counter } = await run({ url, flow: [{ publish }] });
  expect(counts).toMatchObject({ taken: 20, thrownOut: 2 });
  // A write that was under way when its writer was thrown out never arrived.
  const [sent = 0, unsent, unanswered] = ['sent', 'unsent', 'unanswered'].map((name) =>
    counter(`pubsub.${name}`),
  );
  expect(sent).toBeGreaterThanOrEqual(counts.received);
  expect([unsent, unanswered]).toEqual([60 - sent, sent - 20]);
  expect(said[1]).toMatch(/^pubsub: writes-unsent, app: \d+ of 60 .*io server disconnect\)$/);
  expect(said[2]).toMatch(/^pubsub: writes-unanswered, app: \d+ of \d+ .*io server disconnect\)$/);
  expect(code).toBe(1);
});

test('a user that the app disconnects counts as one lost connection', { timeout: 60_000 }, async () => {
  const { url, counts } = await strictApp();
  const flow = [{ hold: { for: 0 } }, { call: { name: 'leave' } }, { call: { name: 'greet' } }];
  const { out, counter } = await run({ url, flow });
  expect(counts.thrownOut).toBe(users);
  expect([counter('errors.disconnected'), counter('vusers.failed')]).toEqual([users, users]);
  const { disconnects, first_disconnect, calls } = readRun(out);
  expect([disconnects, first_disconnect]).toEqual([users, `${url}: io server disconnect`]);
  expect(calls).toMatchObject({ sent: users, unanswered: users, causes: { lost: { count: users } } });
});

test('a refusal that ends the run counts for the refused users', { timeout: 60_000 }, async () => {
  const { url, counts } = await strictApp({ unwelcome: (n) => (n === users ? '403' : undefined) });
  const { code, counter } = await run({ url, flow: [{ call: { name: 'greet' } }, { publish }] });
  expect(counts.refused).toBe(1);
  expect([counter('errors.403'), counter('errors.void'), code]).toEqual([1, users - 1, 1]);
});

const searchOf = (what: Raised, scenario: string): Search => ({
  ...{ scenario, what, limit_ms: 10_000 },
  ...{ environment: undefined, target: undefined, payload: undefined, pid: undefined, duration_s: 1 },
});

function levelOf(what: Raised, level: number, script: Script) {
  return runLevel(searchOf(what, scriptOf(script).file), level, new AbortController().signal);
}

test.each<[Raised, number]>([
  ['writes', 80],
  ['subscribers', 5],
])('refused and unsent writes fail a level of %s', { timeout: 120_000 }, async (what, level) => {
  const limited = await strictApp({ mostPerHalfSecond: 10 });
  const refusing = await levelOf(what, level, { url: limited.url, flow: [{ publish }] });
  const { received, refused } = limited.counts;
  expect(refusing).toMatchObject({
    verdict: 'failed',
    why: `app: ${refused} of ${received} writes were refused (too-many-requests ${refused}; the first: slow down)`,
  });
  const throwing = await strictApp({ mostPerClient: 10 });
  const unsent = await levelOf(what, level, { url: throwing.url, flow: [{ publish }] });
  expect(unsent.verdict).toBe('failed');
  expect(unsent.why).toMatch(/^app: \d+ of \d+ writes were not sent: .*io server disconnect/);
});

test('refused calls and disconnected users fail a level of users', {
  timeout: 120_000,
}, async () => {
  const strict = await strictApp({ unwelcome: (n) => (n > 2 ? 'full' : undefined) });
  const flow = [{ call: { name: 'greet' } }, { hold: { for: 0 } }];
  const refusing = await levelOf('users', 5, { url: strict.url, flow });
  const { greetings, refused } = strict.counts;
  expect([greetings - refused, refusing.verdict]).toEqual([2, 'failed']);
  expect(refusing.why).toContain(`app: ${refused} of ${greetings} users failed (call greet: full)`);

  const throwing = await strictApp();
  const leaving = [...flow, { call: { name: 'leave', ack: false } }, { hold: { for: 0.5 } }];
  const thrown = await levelOf('users', 5, { url: throwing.url, flow: leaving });
  const { thrownOut } = throwing.counts;
  expect(thrown.why).toContain(`app: users lost their connection (${thrownOut} connections; the first: `);
  expect(thrown.why).toMatch(/io server disconnect\)$/);
});

test('a wrong script ends the search with its own message', { timeout: 120_000 }, async () => {
  const { url } = await strictApp();
  const match = { json: '$', value: 'goodbye' };
  const flow = [{ call: { name: 'greet', match } }, { hold: { for: 0 } }];
  const { file } = scriptOf({ url, flow });
  const main = join(import.meta.dirname, '../src/capacity/main.ts');
  const args = [main, file, '--raise', 'users', '--from', '5', '--out', temporaryFolder()];
  const failure = await execute(process.execPath, args).catch((error) => error);
  expect(failure.stderr).toMatch(/^pubsub-capacity: .*match/m);
  expect(failure.stderr).not.toContain('app:');
  expect(failure.code).toBe(1);
});
