/**
 * `npm run trace`: the way of a write through each stack, step by step, with the time of each step.
 *
 * The apps are production builds, unmodified, and watched from outside. TCP relays stand between the browsers and the
 * app, and between the app and MongoDB; each notes what passes and when, by `process.hrtime`. The pages note when the
 * key or the click was, and when a MutationObserver sees a row. Each stack runs twice, once with relays and once
 * without, and writes go to both in turns: so what the relays add is measured, too.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asTyped, computerFacts } from '@meteor-vs-mean/bench';
import { openBrowser } from '@meteor-vs-mean/chromium';
import { startMongo } from '@meteor-vs-mean/mongo';
import { runCommand } from './command.ts';
import { buildStacks } from './running-apps.ts';
import { between, clockOf } from './trace/clock.ts';
import { type Instance, makeWrite, startInstance } from './trace/instance.ts';
import { addTo, type Sample, type Write } from './trace/lane.ts';
import { help, type Options, optionsFrom } from './trace/options.ts';
import { Relays } from './trace/relays.ts';
import { rounded, type Step, summaryOf } from './trace/summary.ts';

const date = new Date();
const log = (line: string): void => console.error(line);
const writes: readonly Write[] = ['add', 'tick'];

async function trace(options: Options, running: AsyncDisposableStack): Promise<void> {
  const { count, warmUp, isToy, out, git, install } = options;
  const { builds, notRun } = await buildStacks({ install, log });
  const mongo = await startMongo({ log });
  running.defer(() => mongo.stop());
  log(mongo.description);
  const relays = running.use(new Relays());
  const { browser, version, source } = await openBrowser({ signals: false });
  running.defer(() => browser.close());
  const instances: Instance[] = [];
  for (const build of builds) {
    for (const through of [relays, undefined]) {
      instances.push(await startInstance({ build, mongo, browser, relays: through, running }));
    }
  }
  await writeInTurns(instances, options, relays);
  const clocks = await clocksOf(instances);
  const lanes = builds.flatMap(({ stack }) =>
    writes.map((write) => {
      const lane = (isTraced: boolean) =>
        instances.find((one) => one.stack === stack && one.isTraced === isTraced)?.lanes[write];
      const [traced, plain] = [lane(true), lane(false)];
      if (!traced || !plain) throw new Error(`${stack}: a lane is missing`);
      return {
        ...summaryOf(traced, plain),
        samples: { traced: traced.samples.map(inShort), plain: plain.samples.map(inShort) },
      };
    }),
  );
  const result = {
    format: 1,
    ...(isToy ? { toy: true } : {}),
    date: date.toISOString(),
    command: asTyped('npm run trace', process.argv.slice(2), isToy),
    seconds: Math.round((Date.now() - date.getTime()) / 1000),
    what: 'the way of a write from the key (add: Enter) or the click (tick) in one browser to the row in another',
    how: {
      relays:
        'TCP relays in a thread of this process, between each browser and the app and between app and mongod; a time is when the chunk came that completes the message, before it is passed on',
      browsers:
        'the relays drop Sec-WebSocket-Extensions, so that frames can be read: nothing is compressed through them; without relays what browsers offer is in force',
      mongod: 'behind a relay the app is given directConnection=true, or its driver would go around it',
      plain: 'a second process of the same app, without relays, written to in turns with the first',
      databases: 'one mongod, and a database for each of the processes',
      rows: 'a row is there when a MutationObserver sees it in the document; painting comes after',
      warmUp: `${warmUp} writes of each kind come before the first that counts`,
    },
    clock: {
      what: "a page's timeOrigin + performance.now() as process.hrtime, both held against Date.now(), before and after all writes",
      error_ms: rounded(
        Math.max(...clocks.flatMap(({ writer, reader }) => [writer.error_ms, reader.error_ms])),
      ),
      pages: clocks,
    },
    git,
    machine: computerFacts(),
    versions: {
      chromium: `${version} (${source})`,
      mongod: mongo.version,
      node: process.versions.node,
      ...Object.fromEntries(builds.map(({ stack, versions }) => [stack, versions])),
    },
    modes: Object.fromEntries(instances.map(({ stack, mode }) => [stack, mode])),
    notRun,
    writes: count,
    lanes,
  };
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'trace.json'), `${JSON.stringify(result, null, 1)}\n`);
  for (const lane of lanes) {
    console.log(`${lane.stack}, ${lane.write}: learns from ${lane.learnedFrom}`);
    console.table(Object.fromEntries([...lane.steps, ...lane.beside].map(rowOf)));
    console.log(
      `  whole ${lane.traced.p50_ms} ms (sum of the steps ${lane.sumOfSteps_ms}), without relays ${lane.plain.p50_ms} ms`,
    );
  }
  for (const [name, { reason }] of Object.entries(notRun)) console.log(`${name} was not traced: ${reason}`);
  console.log(`Clocks: within ${result.clock.error_ms} ms`);
  console.log(`-> ${out}`);
}

async function writeInTurns(
  instances: readonly Instance[],
  { count, warmUp }: Options,
  relays: Relays,
): Promise<void> {
  const turns = writes.flatMap((write) => instances.map((instance) => ({ instance, write })));
  for (let n = -warmUp; n < count; n += 1) {
    // Each round begins with another one: none always comes after the same.
    for (let k = 0; k < turns.length; k += 1) {
      const { instance, write } = turns[(n + warmUp + k) % turns.length] as (typeof turns)[number];
      const { sample, learnedFrom } = await makeWrite(instance, write, n + warmUp, relays);
      if (n >= 0) addTo(instance.lanes[write], sample, learnedFrom);
      // Not in step with anything that an app does at intervals.
      await pause(10 + (((n + warmUp) * 37 + k * 11) % 30));
    }
  }
}

/** Read again, and corrected in every sample: half of what a clock has drifted meanwhile. */
async function clocksOf(instances: readonly Instance[]) {
  const clocks = [];
  for (const { stack, isTraced, writer, reader, lanes } of instances) {
    const settled = {
      writer: between(writer.clock, await clockOf(writer.page)),
      reader: between(reader.clock, await clockOf(reader.page)),
    };
    const [byWriter, byReader] = [
      settled.writer.ahead_ms - writer.clock.ahead_ms,
      settled.reader.ahead_ms - reader.clock.ahead_ms,
    ];
    for (const { samples } of Object.values(lanes))
      for (const sample of samples) correct(sample, byWriter, byReader);
    clocks.push({
      ...{ stack, isTraced },
      writer: { error_ms: rounded(settled.writer.error_ms) },
      reader: { error_ms: rounded(settled.reader.error_ms) },
    });
  }
  return clocks;
}

/** Samples count from the act, which the writer's clock told. */
function correct(sample: Sample, byWriter: number, byReader: number): void {
  for (const mark of Object.keys(sample) as (keyof Sample)[]) {
    const by =
      mark === 'ownRow' || mark === 'confirmed' ? 0 : mark === 'row' ? byReader - byWriter : -byWriter;
    sample[mark] = (sample[mark] as number) + by;
  }
}

function inShort(sample: Sample): Sample {
  return Object.fromEntries(
    Object.entries(sample).map(([mark, value]) => [mark, Math.round(value * 100) / 100]),
  ) as Sample;
}

function rowOf({ from, to, p25_ms, p50_ms, p75_ms }: Step) {
  return [`${from} -> ${to}`, { p50_ms, p25_ms, p75_ms }] as const;
}

await runCommand('trace', { help, options: (args) => optionsFrom(args), run: trace });
