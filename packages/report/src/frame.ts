import {
  type Ended,
  keyWithoutAudience,
  type Machine,
  type MongoFacts,
  type Network,
  type StackFacts,
  type Summary,
} from '@meteor-vs-mean/measure/results';
import { bareName, settingsOf } from './contestant.ts';
import type { Fact, Note } from './document.ts';
import { labelOf } from './judgement.ts';
import { count, gigabytes, list, milliseconds, percent } from './numbers.ts';

/** What was measured, and on what: stands above or beside every figure. */
export function frame({ stacks, mongo, machine, network, contestants, seed }: Summary): Fact[] {
  const ran = Object.entries(stacks).flatMap(([name, facts]): Fact[] =>
    facts.ran
      ? [
          {
            term: facts.title,
            text: [facts.version, ...libraries(name, facts), `Node ${facts.node}`].join(', '),
          },
        ]
      : [],
  );
  // The audience is no setting of the server.
  const same = Map.groupBy(contestants, ({ key }) => keyWithoutAudience(key));
  const read = [...same.values()].map((those): Fact => {
    const drivers = [...new Set(those.flatMap((one) => one.drivers))];
    const extensions = [...new Set(those.flatMap((one) => one.extensions))].filter((one) => one !== '');
    const [first] = those as [(typeof those)[number]];
    const { serverTransport } = first.variant;
    const server = serverTransport ? `; server transport ${serverTransport}` : '';
    const observed = drivers.length > 0 ? `; driver ${drivers.join(', ')}` : '';
    return {
      term: `${bareName(first, stacks)} as measured`,
      text: `${settingsOf(first)}${server}${observed}; ${list(extensions) || 'no round was run'}`,
    };
  });
  return [
    ...ran,
    ...read,
    { term: 'MongoDB', text: mongoText(mongo) },
    { term: 'Machine', text: machineText(machine) },
    { term: 'Network', text: networkText(network) },
    { term: 'Seed', text: String(seed) },
  ];
}

function libraries(stack: string, { versions, version }: Extract<StackFacts, { ran: true }>): string[] {
  return Object.entries(versions)
    .filter(([name, value]) => name !== 'node' && name !== stack && !version.includes(value))
    .map(([name, value]) => `${name} ${value}`);
}

function mongoText(mongo: MongoFacts): string {
  const journal =
    mongo.journalCommitInterval_ms === null ? '' : `, journal every ${mongo.journalCommitInterval_ms} ms`;
  return `${mongo.version} (${mongo.source}), ${mongo.storageEngine}, writes ${mongo.writeConcern}${journal}`;
}

export function machineText({ cores, cpu, memory_bytes, pinning, writersFirst, kernel }: Machine): string {
  const first = writersFirst ? "; the writers' thread goes before all others" : '';
  return `${count(cores, 'core')} (${cpu}), ${gigabytes(memory_bytes)}, ${kernel}; ${pinning}${first}`;
}

/** `40 ms ± 5 ms each way, by toxiproxy 2.12.0 (a round trip took 81.2 ms)`. */
export function networkText({ by, latency_ms, jitter_ms, loss, measured }: Network): string {
  if (by === null) return 'loopback, nothing in between';
  const jitter = jitter_ms > 0 ? ` ± ${jitter_ms} ms` : '';
  const lost = loss > 0 ? ` and ${percent(loss)} loss` : '';
  const trip = measured
    ? ` (a round trip took ${milliseconds(measured.roundTrip_ms)}, to MongoDB ${milliseconds(measured.mongoAfter_ms)})`
    : '';
  return `${latency_ms} ms${jitter}${lost} each way, by ${by}${trip}`;
}

/** Said of every figure where generator, app and mongod shared cores. */
export function sharedCore({ cores, cpuSets, pinning }: Machine): string | null {
  if (cpuSets !== null && cores >= 4) return null;
  return `Shared cores: ${pinning}. Compare ratios, not milliseconds of different machines.`;
}

/** What a reader must know of a run of stacks. */
export function runNotes({ stacks, stopping, notRun, network }: Summary): Note[] {
  const warning = (words: string): Note => ({ text: words, tone: 'warning' });
  return [
    ...Object.values(stacks).flatMap((facts) =>
      facts.ran ? [] : [warning(`${facts.title} was not run: ${missingText(facts)}`)],
    ),
    ...notRun.map(({ what, reason }) => warning(`Not run: ${what}. ${reason.replace(/\.?$/, '.')}`)),
    ...(stopping ? [{ text: stoppingText(stopping) }] : []),
    ...(network.by === null ? [] : [{ text: `Between generator and apps lies ${networkText(network)}.` }]),
  ];
}

/** Of a run that didn't end by itself: why. */
export function endedNotes(ended: Ended): Note[] {
  if (ended === 'complete') return [];
  const why = ended === 'interrupted' ? 'The run was interrupted.' : `The run ended early: ${ended.failed}.`;
  return [{ text: `${why} What was measured before is shown.`, tone: 'bad' }];
}

function missingText({ reason, remedy, recorded }: Extract<StackFacts, { ran: false }>): string {
  const from = recorded ? ` Its recorded figures are of another machine (${recorded.folder}).` : '';
  return `${reason} ${remedy}${from}`;
}

/** Why a run that adds pairs ended, and what it would have taken. */
function stoppingText(stopping: NonNullable<Summary['stopping']>): string {
  const { looks, goal, figures, limit_s, ended, pairs, reached, pairsNeeded } = stopping;
  const share = (value: number | null | undefined) =>
    value == null ? 'no interval' : `±${percent(value, 1)}`;
  const widths = list(figures.map((name) => `${labelOf(name)} ${share(reached[name])}`));
  const why = {
    'goal reached': `the intervals are within ±${percent(goal, 0)}`,
    'out of time': `its limit of ${Math.round(limit_s / 60)} minutes was reached`,
    'last look': 'there was no further look',
  }[ended];
  const needed =
    pairsNeeded === null ? '' : ` From the spread that was seen, about ${pairsNeeded} pairs would be needed.`;
  return (
    `It stopped after ${count(pairs, 'pair')} because ${why}: ${widths}. ` +
    `Fixed beforehand: it looks after ${list(looks.map(String))} pairs.${needed}`
  );
}
