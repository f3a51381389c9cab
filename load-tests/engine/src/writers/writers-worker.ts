import { setImmediate, setTimeout } from 'node:timers/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Groups } from '../account/groups.ts';
import { type Share, writerOf } from '../account/share.ts';
import { describe } from '../failures/error.ts';
import { faultOf } from '../failures/fault.ts';
import { WriteAccount } from '../folder/writers-file.ts';
import { goFirst } from '../process/priority.ts';
import { WriteIds } from '../script/identifier.ts';
import { type HttpTemplate, type HttpWrites, writeByHttp } from './http-writes.ts';
import { connectToDatabase, type WriteTarget, writeToApp } from './write-target.ts';
import { type LeftConnections, WriterConnections } from './writer-connections.ts';
import type { FromWriters, ToWriters, WritersData } from './writers.ts';

const port = parentPort as MessagePort;
const plan = workerData as WritersData;
/** Nothing notifies it, so a wait on it ends after its time. */
const napping = new Int32Array(new SharedArrayBuffer(4));

goFirst();
try {
  const target = await connectTo(plan);
  const started = new Promise<{ t0_ns: bigint; share: Share }>((resolve) => {
    port.once('message', (message: ToWriters) => {
      if (message.type === 'start') resolve(message);
    });
  });
  tell({ type: 'connected' });
  const account = await writeAll(plan, target, await started);
  tell({ type: 'done', file: account.file(target.lost(), target.came?.()), answers: target.answers() });
  await Promise.race([target.close(), setTimeout(2000, undefined, { ref: false })]);
} catch (error) {
  tell({ type: 'failed', ...describe(error), by: faultOf(error) });
}
port.close();

async function connectTo({ app, http, database }: WritersData): Promise<WriteTarget> {
  if (app !== undefined || http !== undefined) {
    const { templates, ...left } = await prepared();
    return app === undefined
      ? writeByHttp(http as HttpWrites, templates as HttpTemplate[])
      : writeToApp(app, left, templates as unknown[][]);
  }
  if (database !== undefined) return connectToDatabase(database);
  throw new Error('no target to write to');
}

/** Serves the steps of the writers until the last one is taken. */
function prepared(): Promise<LeftConnections & { templates: unknown[] }> {
  const connections = new WriterConnections(port);
  return new Promise((resolve) => {
    const take = (message: ToWriters) => {
      if (message.type === 'ask') void connections.serve(message);
      if (message.type !== 'prepared') return;
      port.off('message', take);
      resolve({ ...connections.release(), templates: message.templates });
    };
    port.on('message', take);
  });
}

function tell(message: FromWriters): void {
  port.postMessage(message);
}

/** Sends each write when it is due, without waiting for earlier ones. Ends with the drain. */
async function writeAll(
  plan: WritersData,
  target: WriteTarget,
  { t0_ns, share }: { t0_ns: bigint; share: Share },
): Promise<WriteAccount> {
  const { due_us, duration_ms, drain_ms, writers, tag, expect } = plan.schedule;
  const ids = new WriteIds(tag, due_us.length);
  const groups = new Groups(due_us.length, plan.schedule.groups);
  const account = new WriteAccount({ count: due_us.length, share, expect });
  for (let k = share.index; k < due_us.length; k += share.of) {
    const due_ns = t0_ns + BigInt(due_us[k] as number) * 1000n;
    const writer = writerOf(k, { of: share.of, writers });
    await until(due_ns);
    if (!target.usable(writer)) {
      account.unsent();
      continue;
    }
    const sent_ns = process.hrtime.bigint();
    account.sent(k, sent_ns - due_ns);
    target.send({ id: ids.idOf(k), k, group: groups.groupOf(k), writer }).then(
      () => account.acknowledged(k, process.hrtime.bigint() - sent_ns),
      (error) => account.failed(k, process.hrtime.bigint() - sent_ns, error),
    );
  }
  await until(t0_ns + BigInt(Math.round((duration_ms + drain_ms) * 1e6)));
  return account;
}

/**
 * Node's timers are up to a millisecond late, and that would be in every latency. So the last two milliseconds pass in naps
 * of 0.1 ms between turns of the event loop: answers get their time stamps, and the app can use the core, which a busy loop
 * would occupy. The loop also turns once before a late write.
 */
async function until(due_ns: bigint): Promise<void> {
  for (;;) {
    const left_ms = Number(due_ns - process.hrtime.bigint()) / 1e6;
    if (left_ms > 2) await setTimeout(left_ms - 1.5);
    else {
      if (left_ms > 0) Atomics.wait(napping, 0, 0, Math.min(left_ms, 0.1));
      await setImmediate();
      if (left_ms <= 0.1) return;
    }
  }
}
