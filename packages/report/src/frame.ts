import { settingsOf } from './contestant.ts';
import type { Fact, Note } from './document.ts';
import { figureLabel } from './figures.ts';
import { count, gigabytes, list, milliseconds, percent } from './numbers.ts';
import type { Machine, MongoFacts, Network, Recorded, StackFacts, Summary } from './results.ts';

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
  const seen = new Map(contestants.map((one) => [one.key, one]));
  const read = [...seen.keys()].map((key): Fact => {
    const same = contestants.filter((one) => one.key === key);
    const drivers = [...new Set(same.flatMap((one) => one.drivers))];
    const extensions = [...new Set(same.flatMap((one) => one.extensions))].filter((one) => one !== '');
    const [first] = same as [(typeof same)[number]];
    const observed = drivers.length > 0 ? `; driver ${drivers.join(', ')}` : '';
    return { term: key, text: `${settingsOf(first)}${observed}; ${list(extensions) || 'no round was run'}` };
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

export function mongoText(mongo: MongoFacts): string {
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
  return `Shared-core figures: ${pinning} (${count(cores, 'core')}). Compare ratios, not milliseconds of different machines.`;
}

/** What a reader must know before believing a figure; the worst first. */
export function notes(summary: Summary, ended?: 'complete' | { failed: string }): Note[] {
  const { stacks, stopping, notRun, partial, enough, machine, network } = summary;
  const notes: Note[] = [];
  if (ended && ended !== 'complete') {
    notes.push({
      text: `The run ended early: ${ended.failed}. What was measured before is shown.`,
      tone: 'bad',
    });
  }
  if (!enough) {
    notes.push({ text: 'Too few valid rounds: these figures are not to be used.', tone: 'bad' });
  }
  for (const facts of Object.values(stacks)) {
    if (!facts.ran)
      notes.push({ text: `${facts.title} was not run. ${missingText(facts)}`, tone: 'warning' });
  }
  if (partial) {
    notes.push({ text: 'This run is partial: a stack that was asked for did not run.', tone: 'warning' });
  }
  for (const { what, reason } of notRun) {
    notes.push({ text: `Not run: ${what}. ${reason.replace(/\.?$/, '.')}`, tone: 'warning' });
  }
  if (stopping) notes.push({ text: stoppingText(stopping) });
  if (network.by !== null) {
    notes.push({ text: `Between generator and apps lies ${networkText(network)}.` });
  }
  const shared = sharedCore(machine);
  if (shared) notes.push({ text: shared, tone: 'warning' });
  return notes;
}

export function missingText(facts: Extract<StackFacts, { ran: false }>): string {
  return `${facts.reason} ${facts.remedy}${facts.recorded ? ` ${recordedText(facts.recorded)}` : ''}`;
}

function recordedText({ folder, version, date, p50_ms, p99_ms }: Recorded): string {
  return (
    `Newest recorded result of it, from another run: ${version} on ${date.slice(0, 10)}, ` +
    `p50 ${milliseconds(p50_ms)}, p99 ${milliseconds(p99_ms)} (${folder}).`
  );
}

/** Why a run that adds pairs ended, and what it would have taken. */
export function stoppingText(stopping: NonNullable<Summary['stopping']>): string {
  const { looks, goal, figures, limit_s, ended, pairs, reached, pairsNeeded } = stopping;
  const share = (value: number | null | undefined) =>
    value == null ? 'no interval' : `±${percent(value, 1)}`;
  const widths = list(figures.map((name) => `${figureLabel(name)} ${share(reached[name])}`));
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
