import type { Ratios } from '@meteor-vs-mean/stats';
import Table from 'cli-table3';
import pc from 'picocolors';
import type { ContestantSummary, MemorySummary, Recorded, StackFacts, Summary } from './results.ts';

/**
 * The comparison as a table for a terminal: a row a figure, a column a contestant, and the ratios within pairs.
 * @returns text that ends without a newline
 */
export function table(summary: Summary): string {
  const blocks = [what(summary)];
  for (const scenario of new Set(summary.contestants.map((contestant) => contestant.scenario))) {
    const contestants = summary.contestants.filter((contestant) => contestant.scenario === scenario);
    blocks.push(figures(scenario, contestants, summary.ratios && (summary.ratios[scenario] ?? {})));
  }
  blocks.push(...notes(summary));
  return blocks.join('\n\n');
}

function figures(
  scenario: string,
  contestants: ContestantSummary[],
  ratios: Record<string, Ratios> | null,
): string {
  const drawn = new Table({
    head: [
      scenario,
      ...contestants.map((contestant) => `${contestant.stack}\n${contestant.mode}, ${contestant.transport}`),
      ...(ratios ? ['ratio\n(range of pairs)'] : []),
    ],
    style: { head: [], border: [], compact: true },
    colAligns: ['left', ...contestants.map(() => 'right' as const), 'right'],
  });
  const row = (label: string, value: (contestant: ContestantSummary) => string, ratio?: string) => {
    const found = ratio ? ratios?.[ratio] : undefined;
    const cell = found ? ratioCell(found) : '';
    drawn.push([label, ...contestants.map(value), ...(ratios ? [cell] : [])]);
  };
  if (contestants.some((contestant) => contestant.latency)) {
    row('fan-out latency p50', ({ latency }) => milliseconds(latency?.p50_ms), 'p50_ms');
    row('                p95', ({ latency }) => milliseconds(latency?.p95_ms), 'p95_ms');
    row('                p99', ({ latency }) => milliseconds(latency?.p99_ms), 'p99_ms');
    row('                max', ({ latency }) => milliseconds(latency?.max_ms));
    row('writes stored / sent', ({ counts }) => `${whole(counts.stored)} / ${whole(counts.sent)}`);
    row('deliveries owed', ({ counts }) => whole(counts.expected));
    row('           seen', ({ counts }) => whole(counts.delivered));
    row('           lost', ({ counts }) => bad(counts.lost));
    if (contestants.some(({ counts }) => counts.superseded > 0)) {
      row('           superseded', ({ counts }) => whole(counts.superseded));
    }
    if (contestants.some(({ counts }) => counts.unexpected > 0)) {
      row('           unexpected', ({ counts }) => bad(counts.unexpected));
    }
    row('           doubled', ({ counts }) => bad(counts.duplicated));
    row('           out of order', ({ counts }) => bad(counts.reordered));
    row('views checked, differing', ({ witnesses }) => `${witnesses.checked}, ${bad(witnesses.differing)}`);
    row('CPU, ms per 1,000 deliveries', (one) => fixed(one.appCpu_ms_per_1000), 'appCpu_ms_per_1000');
    row('mongod CPU, the same', (one) => fixed(one.mongodCpu_ms_per_1000), 'mongodCpu_ms_per_1000');
    row('app RSS at the end', (one) => megabytes(one.appRss_bytes));
    row('mongod RSS at the end', (one) => megabytes(one.mongodRss_bytes));
    row('app waited for a core', ({ appWaiting }) => share(appWaiting));
    row('valid rounds', ({ rounds }) => `${rounds.valid} of ${rounds.valid + rounds.void}`);
  }
  for (const documents of new Set(contestants.flatMap(({ memory }) => memory.map((one) => one.documents)))) {
    const held = (one: ContestantSummary) => one.memory.find((memory) => memory.documents === documents);
    row(
      `memory a client, ${documents} documents held: heap`,
      (one) => perClient(held(one), 'heap'),
      `heap_bytes_per_client_${documents}`,
    );
    row('                 RSS', (one) => perClient(held(one), 'rss'), `rss_bytes_per_client_${documents}`);
  }
  if (contestants.some((one) => one.heldDocument)) {
    const bytes = (value: number | undefined) => (value === undefined ? '-' : `${value.toFixed(0)} bytes`);
    row('memory a held document and client: heap', (one) => bytes(one.heldDocument?.heap_bytes));
    row('                 RSS', (one) => bytes(one.heldDocument?.rss_bytes));
  }
  return drawn.toString();
}

function what({ stacks, mongo, machine, seed, contestants }: Summary): string {
  const lines = Object.entries(stacks).map(([name, facts]) =>
    facts.ran
      ? `${facts.title}: ${[facts.version, ...libraries(name, facts)].join(', ')}, Node ${facts.node}`
      : `${pc.bold(`${name}: not run.`)} ${notRun(facts)}`,
  );
  const read = Map.groupBy(contestants, ({ stack, mode, transport }) => `${stack} ${mode} ${transport}`);
  const settings = [...read.values()].map((same) => {
    const { stack, mode, transport } = same[0] as ContestantSummary;
    const drivers = new Set(same.flatMap((one) => one.drivers));
    const extensions = new Set(same.flatMap((one) => one.extensions));
    const observing = drivers.size > 0 ? ` (${[...drivers].join(', ')})` : '';
    return `${stack}: mode ${mode}${observing}; transport ${transport}, ${[...extensions].join(' and ') || 'not observed'}`;
  });
  return [
    ...lines,
    ...settings,
    `MongoDB ${mongo.version} (${mongo.source}), ${mongo.storageEngine}, writes ${mongo.writeConcern}` +
      (mongo.journalCommitInterval_ms === null ? '' : `, journal every ${mongo.journalCommitInterval_ms} ms`),
    `${machine.cores} cores (${machine.cpu}), ${machine.pinning}; seed ${seed}`,
  ].join('\n');
}

function libraries(stack: string, { versions, version }: Extract<StackFacts, { ran: true }>): string[] {
  return Object.entries(versions)
    .filter(([name, value]) => name !== 'node' && name !== stack && !version.includes(value))
    .map(([name, value]) => `${name} ${value}`);
}

function ratioCell({ each, mean, low, high, beyond }: Ratios): string {
  if (beyond > 0) return pc.red(`beyond the drain in ${beyond} of ${each.length + beyond} pairs`);
  if (each.length === 1) return `${times(mean)} (1 pair)`;
  return `${times(mean)} (${times(low)} to ${times(high)})`;
}

function notRun(facts: Extract<StackFacts, { ran: false }>): string {
  return `${facts.reason} ${facts.remedy}${facts.recorded ? `\n  ${recorded(facts.recorded)}` : ''}`;
}

function recorded({ folder, version, date, p50_ms, p99_ms }: Recorded): string {
  return (
    `Newest recorded result of it, from another run: ${version} on ${date.slice(0, 10)}, ` +
    `p50 ${milliseconds(p50_ms)}, p99 ${milliseconds(p99_ms)} (${folder})`
  );
}

function notes({ ratios, void: voided, enough, contestants, partial }: Summary): string[] {
  const notes: string[] = [];
  if (ratios) {
    const [first, second] = contestants.map((one, _, [a, b]) =>
      a?.stack === b?.stack ? `${one.stack} ${one.mode} ${one.transport}` : one.stack,
    );
    const counts = Object.values(ratios).flatMap((figures) =>
      Object.values(figures).map(({ each }) => each.length),
    );
    const pairs = Math.max(0, ...counts);
    notes.push(
      `Ratios are ${first} over ${second}, within pairs of rounds (${pairs} at the most); ` +
        'fewer than six pairs carry no interval.',
    );
  }
  for (const { round, stack, scenario, reasons } of voided) {
    const why = reasons.map(
      ({ code, reading, threshold, remedy }) => `${code}: ${reading} (${threshold}). ${remedy}`,
    );
    notes.push(pc.yellow(`Round ${round} (${stack}, ${scenario}) is void. ${why.join('; ')}`));
  }
  if (partial) notes.push(pc.yellow('This run is partial: a stack that was asked for did not run.'));
  if (!enough) notes.push(pc.red('Too few valid rounds: these figures are not to be used.'));
  return notes;
}

const number = new Intl.NumberFormat('en-US');
const whole = (value: number) => number.format(value);
const bad = (value: number) => (value === 0 ? '0' : pc.red(whole(value)));
const fixed = (value: number | null) => (value === null ? '-' : value.toFixed(1));
const times = (value: number) => value.toFixed(2);
const share = (value: number | null) => (value === null ? '-' : `${(100 * value).toFixed(1)} %`);
const megabytes = (value: number | null) => (value === null ? '-' : `${(value / 1e6).toFixed(0)} MB`);

/** Below this r² the points don't lie on a line, and its slope is noise. */
const straight = 0.95;

function perClient(memory: MemorySummary | undefined, kind: 'heap' | 'rss'): string {
  if (!memory) return '-';
  const slope = `${(memory[`${kind}_bytes_per_client`] / 1e3).toFixed(1)} KB`;
  const r2 = memory[`${kind}_r2`];
  if (memory.steps.length < 3) return `${slope}${pc.yellow(' (two points)')}`;
  return r2 < straight ? `${slope}${pc.yellow(` (no line: r² ${r2.toFixed(2)})`)}` : slope;
}

function milliseconds(value: number | null | undefined): string {
  if (value === undefined) return '-';
  return value === null ? 'beyond the drain' : `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}
