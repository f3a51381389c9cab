import { expect, test } from 'vitest';
import { readRun } from '../src/index.ts';
import { runScript } from './script-run.ts';
import { strictApp } from './strict-app.ts';

// Artillery hands what arrives by a rate to all of its threads.
const config = { phases: [{ duration: 1, arrivalRate: 6 }] };
const threads = 2;
const said = (output: string) => output.split('\n').filter((line) => /^pubsub: (?!answers)/.test(line));

test('two threads hold, and their files add up, with what came after the last hold', async () => {
  const { url, counts } = await strictApp({ unwelcome: (n) => (n > 6 ? 'full' : undefined) });
  const greet = { call: { name: 'greet' } };
  const flow = [greet, { hold: { until: 'ready' } }, greet];
  const pubsub = { subscribers: 6 };
  const { code, output, out } = await runScript(url, { config, threads, flow, pubsub });
  const run = readRun(out);
  expect(run.receivers).toHaveLength(2);
  expect(said(output).filter((line) => / clients held/.test(line))).toHaveLength(2);
  const { sent, acknowledged, refused } = run.calls;
  expect([sent, acknowledged, refused]).toEqual([counts.greetings, 6, counts.refused]);
  expect(counts).toMatchObject({ greetings: 12, refused: 6 });
  expect(run.subscribers).toHaveLength(6);
  const [last] = said(output).filter((line) => /nobody/.test(line));
  expect(last).toBe(
    'pubsub: nobody-completed, app: the flow failed for each of 6 virtual users; the first: call greet: full',
  );
  expect(code).toBe(1);
});

test('two threads publish in one run', async () => {
  const { url, counts } = await strictApp();
  const flow = [{ publish: { call: 'say', params: ['{{ $writeId }}'], rate: 20, duration: 1, drain: 0.5 } }];
  const pubsub = { subscribers: 6, deliveries: [{ event: 'said', path: '0' }] };
  const { code, out } = await runScript(url, { config, threads, flow, pubsub });
  const run = readRun(out);
  expect([code, run.problems, run.receivers.length]).toEqual([0, [], 2]);
  expect([run.deliveries, counts.taken]).toEqual([120, 20]);
});
