import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from '@meteor-vs-mean/measure/run';
import type { Write } from '@meteor-vs-mean/testbed/apps';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import { between, type Clock, clocksOf } from '../../experiments/src/browser/clock.ts';
import type { RoundTestbed } from '../../experiments/src/command/round-testbed.ts';
import { makeWrite, startInstance, type Written } from './instance.ts';
import { figuresOf, type Marks } from './marks.ts';
import { Relays } from './relays.ts';

/** How many writes count, and how many come before them: compilers have to see first what is used. */
export interface Writes {
  count: number;
  warmUp: number;
}

/**
 * Starts a stack twice, once with relays and once without, and writes to both in turns: so what the relays add is
 * measured, too.
 */
export async function measureWrites(
  build: Build,
  write: Write,
  { count, warmUp }: Writes,
  testbed: RoundTestbed,
): Promise<Sample> {
  const relays = await testbed.own(
    async () => new Relays(),
    (those) => those.close(),
  );
  const instances = [
    await startInstance(build, testbed, relays),
    await startInstance(build, testbed, undefined),
  ];
  const pages = instances.flatMap(({ writer, reader }) => [writer.page, reader.page]);
  const before = await clocksOf(pages);
  const written = instances.map((): Written[] => []);
  for (let n = -warmUp; n < count; n += 1) {
    for (let k = 0; k < instances.length; k += 1) {
      // Which of them is first takes turns.
      const turn = (n + warmUp + k) % instances.length;
      const one = await makeWrite(instances[turn] as (typeof instances)[number], write, n + warmUp);
      if (n >= 0) written[turn]?.push(one);
      // Not in step with anything that an app does at intervals.
      await pause(10 + ((testbed.seed * 13 + (n + warmUp) * 37 + k * 11) % 30));
    }
  }
  const clocks = between(before, await clocksOf(pages));
  const [traced, plain] = written.map((those, turn) =>
    those.map((one) => marksOf(one, clocks.slice(2 * turn, 2 * turn + 2) as [Clock, Clock])),
  ) as [Marks[], Marks[]];
  const clockError_ms = Math.max(...clocks.map(({ error_ms }) => error_ms));
  const learnedFrom = sourceOf(written[0] as Written[]);
  return {
    figures: { ...figuresOf(traced, plain), clockError_ms },
    accounts: [
      { what: 'writes through relays', owed: count, seen: traced.length },
      { what: 'writes without relays', owed: count, seen: plain.length },
    ],
    clockError_ms,
    texts: { 'writes.json': JSON.stringify({ learnedFrom, traced, plain }, inShort) },
  };
}

/** @throws one line if the app learned of some by another cursor: then their steps can't be told together */
export function sourceOf(written: readonly Pick<Written, 'followed'>[]): string {
  const sources = [...new Set(written.map(({ followed }) => followed?.learnedFrom))];
  if (sources.length === 1) return String(sources[0]);
  throw new Error(`the app learned of some writes from ${sources.join(', of others from ')}`);
}

/** Pages' times as `process.hrtime` tells them, from the act on. */
function marksOf({ acted_ms, own, row_ms, followed }: Written, [writer, reader]: [Clock, Clock]): Marks {
  const start_ms = acted_ms + writer.ahead_ms;
  const trail = Object.entries(followed?.trail ?? {}).map(([mark, at_ms]) => [mark, at_ms - start_ms]);
  return {
    ...Object.fromEntries(trail),
    ownRow: own.row - acted_ms,
    ...(own.confirmed === undefined ? {} : { confirmed: own.confirmed - acted_ms }),
    row: row_ms + reader.ahead_ms - start_ms,
  };
}

function inShort(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}
