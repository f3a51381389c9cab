import { type ContestantSummary, type Manifest, type Round, readFolder } from '@meteor-vs-mean/report';
import {
  addedBy,
  addedNear,
  changesOf,
  count,
  fixed,
  floorShare,
  heldInterval,
  isFlat,
  isToyRun,
  kilobytes,
  kneeText,
  list,
  loadText,
  megabytes,
  milliseconds,
  percent,
  reportOf,
  short,
  slug,
  smallPercent,
  times,
  whole,
  withSlopeIntervals,
} from '@meteor-vs-mean/report/drawing';
import { valueText } from './json.ts';
import { ratioFigures } from './ratio-figures.ts';
import type { Recorded } from './recorded.ts';
import { drawingsOf, refuseToy } from './report.ts';
import { type Figures, shortName } from './short-name.ts';
import { voidFigures } from './void-figures.ts';

type Added = ReturnType<typeof addedNear>;

/**
 * A run of compare. Figures, with `<who>` for a contestant's key (`meteor`, `mean`, `meteor-polling-writer-database`):
 * `p50.<who>`, `p95`, `p99`, `max`, `cpu` (ms per 1,000 deliveries), `mongod-cpu`, `rss`, `mongod-rss`, `waiting`, the
 * counts, `heap-100.<who>`, `client-rss-100.<who>`, `idle-cpu-100.<who>` (what a client costs that holds so many
 * documents), `clients-in-a-gb-100.<who>`, `held.<who>`, `empty-heap.<who>`, `empty-rss.<who>`; each that is compared also as `<figure>.ratio` (of a
 * run of two) or `<figure>.ratio.<who>-over-<who>`, with `.plain`, `.times` and `.range`; `floor.<figure>`;
 * `rounds`, `void` and `void.<stack>`; `load`, `date`, `command` and what was measured. `npm run writeup -- --figures full200` lists them all.
 * @throws one line as readFolder does
 */
export async function openCompare(folder: string): Promise<Recorded> {
  const results = await readFolder(folder);
  refuseToy(folder, isToyRun(results.manifest));
  const summary = withSlopeIntervals(results.summary);
  const figures: Figures = new Map();
  factFigures(figures, results.manifest, results.rounds);
  voidFigures(figures, results.rounds);
  const held = summary.contestants.flatMap(({ memory }) => memory.map(({ documents }) => documents));
  if (held.length > 0) figures.set('documents', whole(Math.max(...held)));
  for (const one of summary.contestants) contestantFigures(figures, one);
  ratioFigures(figures, summary);
  for (const [figure, share] of Object.entries(summary.floor?.figures ?? {})) {
    figures.set(`floor.${shortName(figure)}`, `±${floorShare(share)}`);
  }
  if (summary.stopping) figures.set('pairs', whole(summary.stopping.pairs));
  for (const knee of summary.knees) {
    figures.set(`knee.${slug(knee.contestant)}.${slug(knee.what)}`, kneeText(knee));
  }
  for (const one of summary.self) {
    figures.set(`deliveries.${one.transport}`, `${whole(one.deliveries_per_s)} deliveries a second`);
    figures.set(`subscribers.${one.transport}`, whole(one.subscribers));
    const added = (name: string, at: Added) => {
      figures.set(`added.${one.transport}.${name}.p50`, milliseconds(at.p50_ms ?? undefined));
      figures.set(`added.${one.transport}.${name}.p99`, milliseconds(at.p99_ms ?? undefined));
      figures.set(`added.${one.transport}.${name}.load`, loadText(at));
    };
    for (const at of addedBy(one)) added(String(at.subscribers), at);
    // The loads of the reference runs: of an older run the nearest that it has, which `.load` tells.
    for (const subscribers of [200, 500, 1000]) added(`near-${subscribers}`, addedNear(one, subscribers));
  }
  const { report, charts } = reportOf(results);
  return {
    figure: (names) => figures.get(names.join('.')),
    ...drawingsOf(report, charts),
    names: [...figures.keys()],
    page: 'report.html',
  };
}

function factFigures(figures: Figures, manifest: Manifest, rounds: readonly Round[]): void {
  const { started, command, machine, mongo, stacks, network, seed, bench, options } = manifest;
  figures.set('date', started.slice(0, 10));
  figures.set('command', command);
  figures.set('cores', count(machine.cores, 'core'));
  figures.set('cpu-name', machine.cpu);
  figures.set('kernel', machine.kernel);
  figures.set('mongo', mongo.version);
  figures.set('write-concern', mongo.writeConcern);
  if (mongo.journalCommitInterval_ms !== null)
    figures.set('journal', milliseconds(mongo.journalCommitInterval_ms));
  figures.set('seed', String(seed));
  for (const [key, value] of Object.entries(options)) {
    const text = Array.isArray(value) ? list(value.map(String)) : valueText(key, value);
    if (text !== undefined && text !== '') figures.set(`options.${key}`, text);
  }
  figures.set('rounds', whole(rounds.length));
  figures.set('void', whole(rounds.filter(({ verdict }) => verdict === 'void').length));
  if (bench.node !== undefined) figures.set('node.bench', bench.node);
  if (network.by !== null) figures.set('latency', `${network.latency_ms} ms each way`);
  if (network.measured) figures.set('round-trip', milliseconds(network.measured.roundTrip_ms));
  for (const [stack, facts] of Object.entries(stacks)) {
    if (!facts.ran) continue;
    figures.set(`version.${stack}`, facts.version);
    figures.set(`node.${stack}`, facts.node);
    for (const [name, version] of Object.entries(facts.versions))
      figures.set(`version.${stack}.${name}`, version);
    for (const [page, weight] of Object.entries(facts.javascript ?? {})) {
      for (const size of ['raw', 'gzip', 'brotli'] as const) {
        figures.set(`js.${slug(page)}.${size}.${stack}`, kilobytes(weight[`${size}_bytes`]));
      }
      figures.set(`js.${slug(page)}.files.${stack}`, whole(weight.files));
    }
  }
  const [meteor, mean] = [stacks.meteor, stacks.mean].map((facts) =>
    facts?.ran ? facts.javascript : undefined,
  );
  for (const page of ['firstPage', 'allPages'] as const) {
    for (const size of ['raw', 'gzip', 'brotli'] as const) {
      const [a, b] = [meteor?.[page][`${size}_bytes`], mean?.[page][`${size}_bytes`]];
      if (a && b) figures.set(`js.${slug(page)}.${size}.ratio`, times(a / b));
    }
  }
  const round = rounds.find((one) => one.kind === 'deliveries' && one.verdict === 'valid');
  if (round?.kind !== 'deliveries') return;
  const rate = short(round.rate_per_s).replace(/\.0+$/, '');
  figures.set('load', `${whole(round.subscribers)} subscribers and ${rate} writes a second`);
  figures.set('load.subscribers', whole(round.subscribers));
  figures.set('load.rate', rate);
  figures.set('load.deliveries', whole(round.subscribers * round.rate_per_s));
}

function contestantFigures(figures: Figures, one: ContestantSummary): void {
  const who = slug(one.key);
  const set = (name: string, text: string) => figures.set(`${name}.${who}`, text);
  if (one.latency) {
    for (const name of ['p50', 'p95', 'p99', 'max'] as const)
      set(name, milliseconds(one.latency[`${name}_ms`]));
    const { stored, sent, expected, delivered, lost, duplicated, reordered, superseded, refused } =
      one.counts;
    const counts = {
      stored,
      sent,
      owed: expected,
      delivered,
      lost,
      duplicated,
      reordered,
      superseded,
      refused,
    };
    for (const [name, value] of Object.entries(counts)) set(name, whole(value));
    if (expected > 0) set('lost-share', smallPercent(lost / expected));
    set('valid', `${one.rounds.valid} of ${one.rounds.valid + one.rounds.void}`);
    set('views', whole(one.witnesses.checked));
    set('views-differing', whole(one.witnesses.differing));
  }
  if (one.appCpu_ms_per_1000 !== null) set('cpu', `${short(one.appCpu_ms_per_1000)} ms`);
  if (one.mongodCpu_ms_per_1000 !== null) set('mongod-cpu', `${short(one.mongodCpu_ms_per_1000)} ms`);
  if (one.appRss_bytes !== null) set('rss', megabytes(one.appRss_bytes));
  if (one.mongodRss_bytes !== null) set('mongod-rss', megabytes(one.mongodRss_bytes));
  if (one.appWaiting !== null) set('waiting', percent(one.appWaiting));
  if (one.drivers.length > 0) set('driver', list(one.drivers));
  const settings = { mode: one.mode, transport: one.transport, changes: list(changesOf(one.variant)) };
  for (const [name, text] of Object.entries(settings)) if (text !== '') set(name, text);
  const extensions = one.extensions.filter((name) => name !== '');
  if (extensions.length > 0) set('extensions', list(extensions));
  for (const { documents, heap, rss, idleCpu, starts } of one.memory) {
    set(`heap-${documents}`, slopeText(heap, 1e-3, 'KB'));
    set(`client-rss-${documents}`, slopeText(rss, 1e-3, 'KB'));
    if (idleCpu) set(`idle-cpu-${documents}`, slopeText(idleCpu, 1e3, 'µs/s'));
    if (heap.straight && !isFlat(heap)) {
      set(`clients-in-a-gb-${documents}`, whole(Number((1e9 / heap.slope).toPrecision(2))));
    }
    set('empty-heap', megabytes(heap.intercept));
    set('empty-rss', megabytes(rss.intercept));
    set('starts', whole(starts));
  }
  if (one.heldDocument) {
    const { heap_bytes } = one.heldDocument;
    const half = heldInterval(one, ({ heap }) => heap);
    const ends = half === null ? '' : ` (95 %: ${whole(heap_bytes - half)} to ${whole(heap_bytes + half)})`;
    set('held', heap_bytes - (half ?? 0) > 0 ? `${whole(heap_bytes)} bytes${ends}` : 'no cost seen');
  }
}

type Slope = ContestantSummary['memory'][number]['heap'];

/** Of points that lie on no line the slope is not to be quoted, so it isn't. */
function slopeText(slope: Slope, scale: number, unit: string): string {
  if (!slope.straight && !isFlat(slope))
    return `no figure (the points lie on no line: r² ${fixed(slope.r2, 2)})`;
  const value = (of: number) => short(of * scale);
  const ends =
    slope.low === null || slope.high === null ? '' : ` (95 %: ${value(slope.low)} to ${value(slope.high)})`;
  if (isFlat(slope)) return `no cost seen: ${value(slope.slope)} ${unit}${ends}`;
  return `${value(slope.slope)} ${unit}${ends}`;
}
