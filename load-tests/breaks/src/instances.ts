/** Two instances of an app on one database: does a write through one reach a subscriber of the other, and how late? */
import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '@meteor-vs-mean/bench';
import type { Client } from '@meteor-vs-mean/pubsub-client';
import type { Build, StackName } from '@meteor-vs-mean/stacks';
import { type AppStage, insertList } from '@meteor-vs-mean/stage';
import { connectTo, idOf } from './client.ts';

export interface InstancesLoad {
  writes: number;
  rate_per_s: number;
  /** How long the last write is waited for. Meteor's polling looks every 10 s. */
  drain_s: number;
}

/** By id of the todo, on the clock of process.hrtime.bigint(). */
type Times = ReadonlyMap<string, bigint>;

const listId = 'shared';

export async function measureInstances(
  build: Build,
  mode: string,
  { writes, rate_per_s, drain_s }: InstancesLoad,
  stage: AppStage,
): Promise<Sample> {
  const { stack } = build;
  const db = await stage.database();
  await insertList(db, listId, []);
  const urls: string[] = [];
  for (let n = 0; n < 2; n += 1) urls.push((await stage.start(build, db, { mode })).url);
  const [same, other] = (await Promise.all(urls.map((url) => subscribe(stack, url, stage)))) as [
    Times,
    Times,
  ];
  const writer = await connect(stack, urls[0] as string, stage);

  const calls = new Map<string, bigint>();
  const answers: Promise<unknown>[] = [];
  for (let n = 0; n < writes; n += 1) {
    const _id = `w-${n}`;
    calls.set(_id, process.hrtime.bigint());
    const answer = writer.call('todos.insert', { _id, listId, text: _id });
    answer.catch(() => {}); // awaited below, unless Ctrl-C closes the writer before
    answers.push(answer);
    // Between half and one and a half of the mean, in steps that go round: never in step with a poll.
    await pause((1000 / rate_per_s) * (0.5 + ((stage.seed + n * 7) % 11) / 10));
  }
  await Promise.all(answers);
  const end_ms = performance.now() + drain_s * 1000;
  while ([same, other].some(({ size }) => size < writes) && performance.now() < end_ms) await pause(50);
  const [ofSame, ofOther] = [arrivalsOf(calls, same), arrivalsOf(calls, other)];
  return {
    figures: {
      same_p50_ms: ofSame.p50_ms,
      same_max_ms: ofSame.max_ms,
      other_p50_ms: ofOther.p50_ms,
      other_max_ms: ofOther.max_ms,
      other_lost: ofOther.lost,
    },
    accounts: [
      { what: 'writes that were answered', owed: writes, seen: answers.length },
      { what: 'changes at the same instance', owed: writes, seen: ofSame.seen, lost: ofSame.lost },
      { what: 'changes at the other instance', owed: writes, seen: ofOther.seen, lost: ofOther.lost },
    ],
    // Infinity is null in JSON.
    texts: {
      'latencies.json': JSON.stringify({ same_ms: ofSame.latencies_ms, other_ms: ofOther.latencies_ms }),
    },
  };
}

function connect(stack: StackName, url: string, stage: AppStage): Promise<Client> {
  return stage.own(
    () => connectTo(stack, url),
    (client) => client.close(),
  );
}

/** @returns when each todo comes */
async function subscribe(stack: StackName, url: string, stage: AppStage): Promise<Times> {
  const client = await connect(stack, url, stage);
  const arrivals = new Map<string, bigint>();
  client.onChange((change, at_ns) => {
    const id = change.event === 'added' ? idOf(change) : undefined;
    if (id !== undefined && !arrivals.has(id)) arrivals.set(id, at_ns);
  });
  await client.subscribe('todos.byList', { listId });
  return arrivals;
}

/** From the call to the change, of all writes. Infinity: it was lost, which is slower than any that came. */
export function arrivalsOf(calls: Times, arrivals: Times) {
  const latencies_ms = [...calls].map(([id, called_ns]) => {
    const at_ns = arrivals.get(id);
    return at_ns === undefined ? Infinity : Number(at_ns - called_ns) / 1e6;
  });
  const sorted = latencies_ms.toSorted((a, b) => a - b);
  const lost = sorted.filter((each) => each === Infinity).length;
  return {
    seen: sorted.length - lost,
    lost,
    latencies_ms,
    p50_ms: sorted[Math.ceil(sorted.length / 2) - 1] as number,
    max_ms: sorted.at(-1) as number,
  };
}
