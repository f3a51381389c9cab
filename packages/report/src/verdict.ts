import { coverage, type Ratios } from '@meteor-vs-mean/stats';
import { byScenario, nameOf, titleOf } from './contestant.ts';
import { figureLabel } from './figures.ts';
import { floorFor, floorShare, judge } from './judgement.ts';
import { kneeText } from './knees-table.ts';
import { countInWords, list, milliseconds, range, short, times, whole } from './numbers.ts';
import type { Comparison, ContestantSummary, Round, Summary } from './results.ts';
import { addedBy, loadText, lostShare } from './self-table.ts';
import { toySentence } from './toy.ts';

/**
 * What a run found, in sentences made from its numbers: two, and one more for what was lost. Each ratio comes with its
 * interval or with why it has none, and with the noise floor.
 * @param rounds tell the load; without them it isn't said
 */
export function verdict(summary: Summary, rounds: readonly Round[] = []): string[] {
  if (summary.toy) return [toySentence];
  const nothing = nothingValid(summary);
  if (nothing) return nothing;
  const warning = summary.enough ? [] : ['Too few rounds are valid, so this is a hint and no result.'];
  const empty = byScenario(summary).flatMap(([scenario, contestants]) =>
    contestants.every((one) => one.rounds.valid === 0)
      ? [`Of ${scenario} nothing can be said: no round is valid.`]
      : [],
  );
  const sentences = found(summary, rounds);
  const none = sentences.length + empty.length === 0 ? ['No pair is valid, so nothing can be compared.'] : [];
  return [...warning, ...empty, ...sentences, ...none];
}

function found(summary: Summary, rounds: readonly Round[]): string[] {
  switch (summary.experiment) {
    case 'knee':
      return summary.knees.length > 0 ? kneeVerdict(summary) : ['No knee was looked for to the end.'];
    case 'self':
      return selfVerdict(summary);
    case 'control':
      return controlVerdict(summary);
    case 'ladder':
      return ladderVerdict(summary);
    case 'quick':
    case 'full':
      return pairVerdict(summary, rounds);
  }
}

function nothingValid({ contestants, knees, self, void: voided }: Summary): string[] | null {
  if (contestants.some(({ rounds }) => rounds.valid > 0) || knees.length > 0 || self.length > 0) return null;
  const all = contestants.reduce((sum, { rounds }) => sum + rounds.valid + rounds.void, 0);
  const [first] = voided.flatMap(({ reasons }) => reasons);
  return [
    `Nothing can be said: none of ${countInWords(all, 'round')} is valid.`,
    first
      ? `The first reason was ${first.code}, ${first.reading} (${first.threshold}). ${first.remedy}.`
      : '',
  ].filter((sentence) => sentence !== '');
}

function pairVerdict(summary: Summary, rounds: readonly Round[]): string[] {
  const latency = summary.comparisons.find(({ figures }) => figures.p50_ms);
  const memory = summary.comparisons.find(({ figures }) => Object.keys(figures).some(isHeap));
  const sentences = [...losses(summary)];
  if (latency) sentences.push(latencySentence(summary, latency, rounds));
  const costs = costSentence(summary, latency, memory);
  if (costs) sentences.push(costs);
  if (latency || costs) return sentences;
  return [...sentences, ...alone(summary)];
}

/** Without a pair there is nothing to compare: what was measured is said all the same. */
function alone({ contestants, stacks }: Summary): string[] {
  return contestants
    .filter(({ latency }) => latency)
    .slice(0, 2)
    .map((one) => {
      const { p50_ms, p99_ms } = one.latency as NonNullable<ContestantSummary['latency']>;
      return (
        `${titleOf(one, stacks)}, with nothing to compare it with: a write reaches its subscribers in ` +
        `${milliseconds(p50_ms)} at p50 and ${milliseconds(p99_ms)} at p99 (${countInWords(one.rounds.valid, 'valid round')}).`
      );
    });
}

function losses({ contestants, stacks }: Summary): string[] {
  const lossy = contestants.filter(({ counts }) => counts.lost > 0);
  if (lossy.length === 0) return [];
  const each = lossy.map((one) => {
    const { lost, expected } = one.counts;
    return `${titleOf(one, stacks)} lost ${whole(lost)} of ${whole(expected)} deliveries (${lostShare(lost, expected)})`;
  });
  return [`${list(each)}; what is lost counts as slower than anything that came.`];
}

function latencySentence(summary: Summary, comparison: Comparison, rounds: readonly Round[]): string {
  const { p50_ms, p99_ms } = comparison.figures;
  const load = loadOf(rounds, comparison.scenario);
  const first = p50_ms ? phrase(summary, comparison, 'p50_ms', p50_ms, 'late') : '';
  const named = p50_ms !== undefined && judge(p50_ms, floorFor(summary, 'p50_ms')).seen !== 'none';
  const second = p99_ms ? phrase(summary, comparison, 'p99_ms', p99_ms, 'late', named) : '';
  const sentence = `${load}${[first, second].filter((one) => one !== '').join(', and ')}`;
  return `${capital(sentence)}${floorOf(summary, 'p50_ms')}.`;
}

/** `With 200 subscribers and 20 writes a second, `. */
function loadOf(rounds: readonly Round[], scenario: string): string {
  const round = rounds.find(
    (one) => one.kind === 'deliveries' && one.scenario === scenario && one.verdict === 'valid',
  );
  if (round?.kind !== 'deliveries' || round.rate_per_s === undefined) return '';
  return `With ${whole(round.subscribers)} subscribers and ${short(round.rate_per_s).replace(/\.0+$/, '')} writes a second, `;
}

/**
 * A ratio in words, the larger side first, so that it is never below 1.
 * @param again the sides were named just before
 */
function phrase(
  summary: Summary,
  comparison: Comparison,
  figure: string,
  ratios: Ratios,
  what: 'late' | string,
  again = false,
): string {
  const label = figureLabel(figure);
  const at = what === 'late' ? ` at ${label}` : '';
  const { seen, because } = judge(ratios, floorFor(summary, figure));
  const inverse = ratios.mean < 1;
  const [a, b] = inverse ? [comparison.b, comparison.a] : [comparison.a, comparison.b];
  const [nameA, nameB] = [nameOf(a, summary), nameOf(b, summary)];
  if (ratios.beyond > 0) {
    return `in ${countInWords(ratios.beyond, 'pair')} ${label} lies beyond the drain, so there is no ratio`;
  }
  if (seen === 'none') {
    const kind = what === 'late' ? '' : ` in ${what}`;
    return again
      ? `no difference is seen${at} (${because})`
      : `no difference${kind} is seen${at} between ${nameA} and ${nameB} (ratio ${times(ratios.mean)}: ${because})`;
  }
  const ratio = inverse ? 1 / ratios.mean : ratios.mean;
  const size = `${times(ratio)} times`;
  const values = valuesOf(summary, comparison, figure, [a, b]);
  const certain = certainty(ratios, inverse);
  const inside = [values, certain].filter((one) => one !== '').join('; ');
  if (again) return `${size} as late${at} (${inside})`;
  return what === 'late'
    ? `a write reaches a subscriber of ${nameA} ${size} as late as one of ${nameB}${at} (${inside})`
    : `${nameA} needs ${size} the ${what} of ${nameB} (${inside})`;
}

/** `11.3 against 7.57 ms`. */
function valuesOf(
  summary: Summary,
  { scenario }: Comparison,
  figure: string,
  sides: [string, string],
): string {
  const values = sides.map((key) => {
    const one = summary.contestants.find((found) => found.key === key && found.scenario === scenario);
    return one && figureOf(one, figure);
  });
  if (values.some((value) => value == null)) return '';
  const [[a, unit], [b]] = values as [[string, string], [string, string]];
  return `${a} against ${b} ${unit}`;
}

function figureOf(one: ContestantSummary, figure: string): [value: string, unit: string] | null {
  const latency = one.latency?.[figure as 'p50_ms'];
  if (latency != null) return [short(latency), 'ms'];
  if (figure === 'appCpu_ms_per_1000' && one.appCpu_ms_per_1000 !== null) {
    return [short(one.appCpu_ms_per_1000), 'ms per 1,000'];
  }
  const documents = /^heap_bytes_per_client_(\d+)$/.exec(figure)?.[1];
  const memory = one.memory.find((held) => String(held.documents) === documents);
  return memory ? [short(memory.heap.slope / 1e3), 'KB'] : null;
}

/** `95 % interval 1.44 to 1.54`, or why there is none. */
function certainty({ each, low, high, interval }: Ratios, inverse: boolean): string {
  const turned = (from: number, to: number) => (inverse ? range(1 / to, 1 / from) : range(from, to));
  if (interval) return `95 % interval ${turned(interval.low, interval.high)}`;
  if (each.length === 1) return 'no interval: one pair, which says nothing of the noise';
  return `no interval: ${countInWords(each.length, 'pair')}, ${turned(low, high)}`;
}

function floorOf({ floor }: Summary, figure: string): string {
  if (!floor) return '; no A/A run says how small a difference could be noise';
  const share = floor.figures[figure];
  return share === undefined ? '' : `; noise floor ±${floorShare(share)}`;
}

const isHeap = (name: string) => name.startsWith('heap_bytes_per_client_');

/** CPU of a delivery, and heap of a client that holds the most documents. */
function costSentence(
  summary: Summary,
  latency: Comparison | undefined,
  memory: Comparison | undefined,
): string | undefined {
  const parts: string[] = [];
  const cpu = latency?.figures.appCpu_ms_per_1000;
  if (latency && cpu)
    parts.push(`for each delivery ${phrase(summary, latency, 'appCpu_ms_per_1000', cpu, 'CPU')}`);
  const held = Object.keys(memory?.figures ?? {}).filter(
    (name) => isHeap(name) && liesOnLine(summary, memory, name),
  );
  const most = held.toSorted((a, b) => Number(a.split('_').at(-1)) - Number(b.split('_').at(-1))).at(-1);
  const ratios = most && memory?.figures[most];
  if (memory && most && ratios) {
    const documents = most.split('_').at(-1);
    const holding = documents === '0' ? 'that holds nothing' : `that holds ${documents} documents`;
    parts.push(`for each client ${holding} ${phrase(summary, memory, most, ratios, 'live heap')}`);
  }
  if (parts.length === 0) return undefined;
  return `${capital(parts.join(', and '))}.`;
}

/** The slope of points that lie on no line is not to be quoted. */
function liesOnLine({ contestants }: Summary, memory: Comparison | undefined, figure: string): boolean {
  return contestants
    .filter(({ key, scenario }) => scenario === memory?.scenario && (key === memory.a || key === memory.b))
    .every(
      (one) => one.memory.find(({ documents }) => figure.endsWith(`_${documents}`))?.heap.straight ?? false,
    );
}

/** Keys of stacks, as sentences call them. */
function named(title: string, { stacks }: Summary): string {
  return title.replace(/\w+/g, (word) => stacks[word]?.title ?? word);
}

function capital(sentence: string): string {
  return sentence.replace(/^./, (letter) => letter.toUpperCase());
}

function kneeVerdict(summary: Summary): string[] {
  return [
    ...Map.groupBy(summary.knees, ({ what, held, limit_ms }) => JSON.stringify([what, held, limit_ms])),
  ].map(([, knees]) => {
    const [{ what, held, limit_ms }] = knees as [(typeof knees)[number]];
    const each = knees.map((knee) => `${nameOf(knee.contestant, summary)} ${kneeText(knee)}`);
    return `The most ${what} with p99 under ${whole(limit_ms)} ms (${held}): ${each.join('; ')}.`;
  });
}

function selfVerdict({ self }: Summary): string[] {
  return self.map((measure) => {
    const { transport, deliveries_per_s, limitedBy } = measure;
    const loads = addedBy(measure).filter((_, index, all) => index === 0 || index === all.length - 1);
    const added = loads.map(
      (one) =>
        `${milliseconds(one.p50_ms ?? undefined)} at p50 and ${milliseconds(one.p99_ms ?? undefined)} at p99 with ${loadText(one)}`,
    );
    return `Over ${transport} the engine adds ${list(added)}; one process takes ${whole(deliveries_per_s)} deliveries a second; then ${limitedBy}.`;
  });
}

/** What an A/A run says of the bench, and what each control changed. */
function controlVerdict(summary: Summary): string[] {
  const isSame = ({ title }: Comparison) => title?.startsWith('A/A') ?? false;
  const same = summary.comparisons.filter((one) => isSame(one) && one.figures.p50_ms);
  const others = summary.comparisons.filter((one) => !isSame(one) && one.figures.p50_ms);
  const say = (one: Comparison) => {
    const { p50_ms, appCpu_ms_per_1000 } = one.figures;
    const part = (figure: string, ratios: Ratios | undefined) => {
      if (!ratios) return [];
      const { seen } = judge(ratios, floorFor(summary, figure));
      const size = `${figureLabel(figure)} ${times(ratios.mean)} (${certainty(ratios, false)})`;
      return [seen === 'none' ? `${size}, no difference seen` : size];
    };
    const parts = [...part('p50_ms', p50_ms), ...part('appCpu_ms_per_1000', appCpu_ms_per_1000)];
    const noise =
      isSame(one) && p50_ms ? ` A difference of p50 within ±${floorShare(reach(p50_ms))} is noise here.` : '';
    return `${capital(named(one.title ?? `${one.a} over ${one.b}`, summary))}: ${parts.join('; ')}.${noise}`;
  };
  return [...same.map(say), ...coverageSentence(summary.comparisons.filter(isSame)), ...others.map(say)];
}

/** Of an A/A the true ratio is 1: how many of the intervals hold it. */
function coverageSentence(same: readonly Comparison[]): string[] {
  const intervals = same.flatMap(({ figures }) =>
    Object.values(figures).flatMap(({ interval }) => (interval ? [interval] : [])),
  );
  const found = coverage(intervals);
  if (!found) return [];
  return [
    `Of ${found.of} 95 % intervals of the A/A ${found.contained} hold 1. Figures of the same rounds go together, so this ` +
      'catches what is badly wrong; how often such intervals hold the truth is simulated (bench:coverage of packages/stats).',
  ];
}

/** How far from 1 an A/A's ratios reach, or the ends of their interval: 1.04 for 4 %. */
function reach({ low, high, interval }: Ratios): number {
  const [from, to] = interval ? [interval.low, interval.high] : [low, high];
  return Math.max(1 / from, to);
}

function ladderVerdict(summary: Summary): string[] {
  const rows = summary.contestants.filter(({ latency, rounds }) => latency && rounds.valid > 0);
  const whole_ = rows.filter(({ counts, latency }) => counts.lost === 0 && latency?.p50_ms != null);
  const sorted = whole_.toSorted((a, b) => (a.latency?.p50_ms ?? 0) - (b.latency?.p50_ms ?? 0));
  const [fastest, slowest] = [sorted.at(0), sorted.at(-1)];
  const sentences = [...losses(summary)];
  if (fastest && slowest && fastest !== slowest) {
    sentences.push(
      `Of ${countInWords(whole_.length, 'row')} that lost nothing, ${fastest.key} is the quickest ` +
        `(p50 ${milliseconds(fastest.latency?.p50_ms)}) and ${slowest.key} the slowest (p50 ${milliseconds(slowest.latency?.p50_ms)}).`,
    );
  }
  return sentences.length > 0 ? sentences : alone(summary);
}
