/**
 * Uses the app while it is attacked, in a process of its own: `witness.ts <stack> <url> <listId> <todoId>`. Prints
 * `ready`, and on SIGTERM a line of JSON: a `Witnessed`.
 */
import { request } from 'node:http';
import { emptyLatencies, type Latencies, percentiles } from '@meteor-vs-mean/stats';
import { clientOf } from '../client.ts';
import { addressOf } from './address.ts';
import type { Witnessed } from './watch.ts';

/** Fewer than a connection may call. */
const pause_ms = 150;
/** What takes longer has failed. */
const patience_ms = 20_000;

const [stack = '', url = '', listId = '', todoId = ''] = process.argv.slice(2);
const acknowledgement = emptyLatencies();
const delivery = emptyLatencies();
const http = emptyLatencies();
const failures = { calls: 0, pages: 0 };
/** Writes that failed, and that nobody saw meanwhile. */
let unseen = 0;

/** Frames and cases count their addresses from 0. */
const localAddress = addressOf(1_000_000);

const open = () => clientOf(stack, url, { localAddress, reconnect: true, timeout_ms: patience_ms });
const [writer, reader] = await Promise.all([open(), open()]);
let done = false;
let sent_ms: number | undefined;
reader.onChange(({ event }) => {
  if (event !== 'changed' || sent_ms === undefined) return;
  note(delivery, performance.now() - sent_ms);
  sent_ms = undefined;
});
await reader.subscribe('todos.byList', { listId });
console.log('ready');

let isOver = false;
process.on('SIGTERM', () => {
  isOver = true;
});
while (!isOver) {
  const begun_ms = performance.now();
  await Promise.all([write(), page()]);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause_ms - (performance.now() - begun_ms))));
}
if (sent_ms !== undefined) note(delivery, performance.now() - sent_ms);
console.log(
  JSON.stringify({
    acknowledgement: percentiles(acknowledgement, failures.calls),
    delivery: percentiles(delivery, unseen),
    http: percentiles(http, failures.pages),
    failures,
  } satisfies Witnessed),
);
process.exit(0);

async function write(): Promise<void> {
  const begun_ms = performance.now();
  done = !done;
  // What the write before is still owed is waited for no longer than this one.
  if (sent_ms !== undefined) note(delivery, begun_ms - sent_ms);
  sent_ms = begun_ms;
  try {
    await writer.call('todos.setDone', { _id: todoId, done });
    note(acknowledgement, performance.now() - begun_ms);
  } catch {
    failures.calls++;
    if (sent_ms !== undefined) unseen++;
    sent_ms = undefined;
  }
}

function page(): Promise<void> {
  const begun_ms = performance.now();
  return new Promise((resolve) => {
    const asked = request(new URL('/', url), { agent: false, timeout: patience_ms }, (response) => {
      response.resume();
      response.once('close', () => {
        note(http, performance.now() - begun_ms);
        resolve();
      });
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => {
      failures.pages++;
      resolve();
    });
    asked.end();
  });
}

function note(latencies: Latencies, value_ms: number): void {
  latencies.recordValue(Math.min(patience_ms, Math.max(0.001, value_ms)) * 1000);
}
