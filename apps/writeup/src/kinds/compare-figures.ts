import {
  type AppResult,
  type CompareManifest,
  type CompareSummary,
  everyPair,
  figureOf,
  isCounted,
  keyWithoutAudience,
  type Round,
  withSlopeIntervals,
} from '@meteor-vs-mean/measure/results';
import {
  carriedText,
  count,
  floorShare,
  kilobytes,
  list,
  milliseconds,
  short,
  slug,
  times,
  whole,
} from '@meteor-vs-mean/report/drawing';
import { contestantFigures, type Figures, pageName, ratioFigures } from './contestant-figures.ts';
import { curveFigures } from './curve-figures.ts';
import { valueText } from './json.ts';
import { orderFigures } from './order-figures.ts';

/**
 * Figures of a run of compare, with `<who>` for a contestant's key (`meteor`, `mean`, `meteor-polling-writer-database`):
 * `p50.<who>`, `p95`, `p99`, `max`, `cpu` (ms per 1,000 deliveries), `core-share` (of a core, at the run's rate), `mongod-cpu`, `rss`, `mongod-rss`, `waiting`, the
 * counts, `heap-100.<who>`, `client-rss-100.<who>`, `idle-cpu-100.<who>` (what a client costs that holds so many
 * documents), `clients-in-a-gb-100.<who>`, `held.<who>`, `empty-heap.<who>`, `empty-rss.<who>`; each that is compared
 * also as `<figure>.ratio` (of a run of two) or `<figure>.ratio.<who>-over-<who>`, with `.times` and `.range`;
 * `floor.<figure>`, with `.times`; `rounds`, `noisy`, `void` and `void.<stack>`, `reordered-rounds.<stack>`; of several instances
 * `idle-instance-cpu.<who>`, `idle-instance-heap`, `idle-instance-rss`, `killed-clients`, `killed-owed`, `killed-lost`;
 * of a capacity `carried.<who>.<what>`, `<who>` without its audience; `load`, `run` (its name), `date`, `command` and what was
 * measured. `npm run writeup -- --figures full200` lists them all.
 * @returns the ratios that say no difference: of them no half may be quoted
 */
export function compareFigures(
  figures: Figures,
  manifest: CompareManifest,
  rounds: readonly Round[],
  measured: CompareSummary,
): Set<string> {
  const summary = withSlopeIntervals(measured);
  factFigures(figures, manifest, rounds);
  const stackOf = (key: string) => summary.plan.contestants.find((one) => one.key === key)?.stack ?? key;
  voidFigures(figures, rounds, stackOf);
  orderFigures(figures, rounds, stackOf);
  const held = summary.results.flatMap(({ memory }) => memory.map(({ documents }) => documents));
  if (held.length > 0) figures.set('documents', whole(Math.max(...held)));
  for (const one of summary.results) contestantFigures(figures, one);
  for (const one of summary.results) coreShareFigure(figures, one, rounds);
  const unseen = ratioFigures(figures, summary);
  for (const [figure, share] of Object.entries(summary.plan.floor?.figures ?? {})) {
    figures.set(`floor.${pageName(figure)}`, `±${floorShare(share)}`);
    figures.set(`floor.${pageName(figure)}.times`, times(share));
  }
  if (summary.plan.stopping) figures.set('pairs', whole(summary.plan.stopping.pairs));
  for (const one of summary.capacities) {
    const who = slug(keyWithoutAudience(one.contestant));
    figures.set(`carried.${who}.${slug(one.what)}`, carriedText(one));
  }
  for (const curve of summary.curves) curveFigures(figures, curve, summary);
  return unseen;
}

/** What writes at the run's rate take of one core. */
function coreShareFigure(figures: Figures, one: AppResult, rounds: readonly Round[]): void {
  const round = rounds.find((round) => round.kind === 'deliveries' && round.contestant === one.key);
  const cpu_ms = figureOf(one, { name: 'appCpu_ms_per_write' });
  if (round?.kind !== 'deliveries' || cpu_ms == null) return;
  figures.set(`core-share.${slug(one.key)}`, `${whole((100 * cpu_ms * round.rate_per_s) / 1000)} %`);
}

function factFigures(figures: Figures, manifest: CompareManifest, rounds: readonly Round[]): void {
  const { id, started, command, git, machine, mongo, stacks, network, seed, versions, options } = manifest;
  figures.set('run', id);
  figures.set('date', started.slice(0, 10));
  if (git) {
    const changed = git.modified ? ', with changes that were not committed' : '';
    figures.set('commit', `${git.commit.slice(0, 7)}${changed}`);
  }
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
  figures.set('noisy', whole(rounds.filter(({ verdict }) => verdict === 'noisy').length));
  figures.set('void', whole(rounds.filter(({ verdict }) => verdict === 'void').length));
  if (versions.node !== undefined) figures.set('node.bench', versions.node);
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
  const weighed = Object.entries(stacks).flatMap(([key, facts]) =>
    facts.ran && facts.javascript ? [{ key, javascript: facts.javascript }] : [],
  );
  const pairs = everyPair(weighed);
  const weightOf = (stack: string) => weighed.find(({ key }) => key === stack)?.javascript;
  for (const { a, b } of pairs) {
    for (const page of ['firstPage', 'allPages'] as const) {
      for (const size of ['raw', 'gzip', 'brotli'] as const) {
        const [above, below] = [a, b].map((stack) => weightOf(stack)?.[page][`${size}_bytes`]);
        if (!above || !below) continue;
        const name = `js.${slug(page)}.${size}.ratio`;
        figures.set(pairs.length === 1 ? name : `${name}.${a}-over-${b}`, times(above / below));
      }
    }
  }
  const round = rounds.find((one) => one.kind === 'deliveries' && isCounted(one));
  if (round?.kind !== 'deliveries') return;
  const rate = short(round.rate_per_s).replace(/\.0+$/, '');
  figures.set('load', `${whole(round.subscribers)} subscribers and ${rate} writes a second`);
  figures.set('load.subscribers', whole(round.subscribers));
  figures.set('load.rate', rate);
  figures.set('load.deliveries', whole(round.subscribers * round.rate_per_s));
}

/** Of each stack `void.<stack>`, its void rounds and what voided how many: `3 (generator-busy 2, sender-late 2)`. */
export function voidFigures(
  figures: Figures,
  rounds: readonly Pick<Round, 'contestant' | 'verdict' | 'reasons'>[],
  stackOf: (contestant: string) => string,
): void {
  for (const [stack, own] of Map.groupBy(rounds, ({ contestant }) => stackOf(contestant))) {
    const voided = own.filter(({ verdict }) => verdict === 'void');
    const codes = voided.flatMap(({ reasons }) => [...new Set(reasons.map(({ code }) => code))]);
    const counted = [...Map.groupBy(codes, (code) => code)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([code, those]) => `${code} ${those.length}`);
    const why = counted.length === 0 ? '' : ` (${counted.join(', ')})`;
    figures.set(`void.${stack}`, `${whole(voided.length)}${why}`);
  }
}
