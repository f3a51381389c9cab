import {
  type AppResult,
  audienceOf,
  type CompareSummary,
  type Comparison,
  costOf,
  figureNamed,
  figureOf,
  hasDeliveries,
  heapHoldingMost,
  isAgainstItself,
  isApp,
  isCounted,
  isOverFloor,
  lineOf,
  type Round,
  type SlopeFigure,
  type Summary,
  widestOf,
} from '@meteor-vs-mean/measure/results';
import { coverage, type Ratios } from '@meteor-vs-mean/stats';
import { capacitySentences } from './capacities.ts';
import { appsOf, audiencesOf, byLoad, loadTitle, titleOf } from './contestant.ts';
import { costText } from './cost.ts';
import { curveSentences } from './curves.ts';
import { instancesSentences, isOfInstances } from './instances.ts';
import { floorFor, floorShare, judge, labelOf, ratioText } from './judgement.ts';
import { capital, countInWords, list, milliseconds, short, smallPercent, whole } from './numbers.ts';
import { phrase } from './phrase.ts';
import { tableSentences } from './table-sentences.ts';
import { nothingSaid } from './void-rounds.ts';

/**
 * What was asked, and what the run found, in sentences made from its numbers. Each ratio comes with its interval or with
 * why it has none, and with the noise floor.
 * @param rounds from which the load is read; without them it isn't said
 */
export function verdict(summary: Summary, rounds: readonly Round[] = []): string[] {
  const { plan, results } = summary;
  const apps = appsOf(summary);
  const question = plan.question === '' ? [] : [plan.question];
  const searched = apps ? apps.capacities.length + apps.curves.length : 0;
  if (results.every((one) => one.rounds.counted === 0) && searched === 0) {
    return [...question, nothing(summary)];
  }
  if (!apps) return [...question, ...tableSentences(summary)];
  const empty = byLoad(apps).flatMap(([load, those]) =>
    those.every((one) => one.rounds.counted === 0)
      ? [`${loadTitle(load, summary)}: no figures, as no round counts.`]
      : [],
  );
  const sentences = found(apps, rounds);
  const none =
    sentences.length + empty.length === 0 ? ['All pairs were dropped, so nothing can be compared.'] : [];
  return [...question, ...empty, ...sentences, ...none];
}

function nothing({ measured, plan, void: voided }: Summary): string {
  if (measured > 0) return nothingSaid(`of ${countInWords(measured, 'round')} none counts`, voided);
  const missing = plan.contestants.flatMap((one) =>
    isApp(one) || one.notRun === null ? [] : [`${one.title}: ${one.notRun}`],
  );
  return `No figures: nothing was measured.${missing.length > 0 ? ` ${missing.join('; ')}.` : ''}`;
}

/** By what the run has: capacities, curves, several instances, a contestant against itself, or pairs of contestants. */
function found(summary: CompareSummary, rounds: readonly Round[]): string[] {
  if (summary.capacities.length > 0) return capacitySentences(summary);
  if (summary.curves.length > 0) return curveSentences(summary);
  if (isOfInstances(summary)) return instancesSentences(summary);
  const isControl = summary.comparisons.some((one) => isAgainstItself(one, summary.plan.contestants));
  return isControl ? control(summary) : pairs(summary, rounds);
}

/** Of more pairs of contestants only the quickest of all and the slowest are named. */
const mostNamed = 3;

/** Of a few contestants, of each two first what a subscriber waits for, then what it costs. */
function pairs(summary: CompareSummary, rounds: readonly Round[]): string[] {
  const apps = summary.comparisons.filter(
    (one) => !isOverFloor(one, summary.plan.contestants, summary.stacks),
  );
  // Floors are in the tables, and audiences other than the first in the matrix.
  const [audience] = audiencesOf(summary);
  const comparisons = (apps.length > 0 ? apps : summary.comparisons).filter(
    ({ a }) => audienceOfKey(a, summary) === audience,
  );
  const sides = [...Map.groupBy(comparisons, ({ a, b }) => `${a} / ${b}`).values()];
  if (sides.length > mostNamed) return rows(summary);
  const [first] = comparisons.filter(({ figures }) => figures.p50_ms);
  const late = comparisons.filter(({ load, figures }) => load === first?.load && figures.p50_ms);
  const compared = sides.flatMap((those) => [
    ...those
      .filter((one) => late.includes(one))
      .map((one) => lateSentence(summary, one, one === first ? rounds : [])),
    ...costSentence(summary, those),
  ]);
  return [...losses(summary), ...(compared.length > 0 ? compared : alone(summary))];
}

function audienceOfKey(key: string, { results }: CompareSummary) {
  const found = results.find((one) => one.key === key);
  return found && audienceOf(found);
}

function lateSentence(summary: CompareSummary, comparison: Comparison, rounds: readonly Round[]): string {
  const { p50_ms } = comparison.figures;
  const named =
    p50_ms && ['more', 'less'].includes(judge(p50_ms, floorFor(summary, 'p50_ms', comparison)).seen);
  const phrases = [
    phrase(summary, comparison, 'p50_ms', { adverb: 'as late' }),
    phrase(summary, comparison, 'p99_ms', { adverb: 'as late' }, named),
  ].filter((one) => one !== '');
  return `${capital(`${loadOf(rounds, comparison.load)}${phrases.join(', and ')}`)}${floorText(summary, 'p50_ms', comparison)}.`;
}

/** `With 200 subscribers and 20 writes a second, `. */
function loadOf(rounds: readonly Round[], load: string): string {
  const round = rounds.find((one) => one.kind === 'deliveries' && one.load === load && isCounted(one));
  if (round?.kind !== 'deliveries' || round.rate_per_s === undefined) return '';
  return `With ${whole(round.subscribers)} subscribers and ${short(round.rate_per_s).replace(/\.0+$/, '')} writes a second, `;
}

function floorText(summary: CompareSummary, figure: string, comparison: Comparison): string {
  const floor = floorFor(summary, figure, comparison);
  if (floor === Number.POSITIVE_INFINITY) return '';
  return floor === undefined ? '; the noise floor is not known' : `; noise floor ±${floorShare(floor)}`;
}

/** CPU of deliveries, and heap of a client that holds the most documents. @param those of the same two contestants */
function costSentence(summary: CompareSummary, those: readonly Comparison[]): string[] {
  const parts: string[] = [];
  // Where a write reaches few, it is writes that an app has many of.
  const isShared = those.some(({ a }) => audienceOfKey(a, summary) === 'one');
  const [name, per] = isShared
    ? (['appCpu_ms_per_1000', '1,000 deliveries'] as const)
    : (['appCpu_ms_per_write', 'each write'] as const);
  const delivering = those.find(({ figures }) => figures[name]);
  if (delivering) parts.push(`for ${per} ${phrase(summary, delivering, name, { noun: 'CPU' })}`);
  const holding = those.find(({ figures }) => Object.keys(figures).some((name) => heapNamed(name)));
  const most = holding && heapOfMost(summary, holding);
  if (most) {
    const clients = most.documents === 0 ? 'holds nothing' : `holds ${most.documents} documents`;
    const needs = phrase(summary, holding, most.name, { noun: 'live heap' });
    parts.push(`for each client that ${clients} ${needs}`);
  }
  return parts.length === 0 ? [] : [`${capital(parts.join(', and '))}.`];
}

function heapNamed(name: string): SlopeFigure | undefined {
  const figure = figureNamed(name);
  return figure?.kind === 'slope' && figure.line === 'heap' ? figure : undefined;
}

/** The slope of points that lie on no line is not to be quoted. */
function heapOfMost(
  { results }: CompareSummary,
  { load, a, b, figures }: Comparison,
): SlopeFigure | undefined {
  const sides = results.filter((one) => one.load === load && (one.key === a || one.key === b));
  return Object.keys(figures)
    .flatMap((name) => heapNamed(name) ?? [])
    .filter((figure) => sides.every((one) => lineOf(one, figure)?.straight ?? false))
    .toSorted((one, other) => one.documents - other.documents)
    .at(-1);
}

/** Without a ratio: what was measured. */
function alone({ results, stacks }: CompareSummary): string[] {
  return results
    .flatMap((one) => {
      const found = latencyText(one) ?? heapText(one);
      return found === undefined ? [] : [`${titleOf(one, stacks)}: ${found}.`];
    })
    .slice(0, 2);
}

function latencyText(one: AppResult): string | undefined {
  if (!hasDeliveries(one)) return undefined;
  const [p50, p99] = ['p50_ms', 'p99_ms'].map((name) => milliseconds(figureOf(one, { name })));
  return (
    `a write reaches its subscribers in ${p50} at p50 and ${p99} at p99 ` +
    `(${countInWords(one.rounds.counted, 'round')})`
  );
}

/** Of a client that holds the most documents, or why that isn't to be quoted. */
function heapText(one: AppResult): string | undefined {
  const figure = heapHoldingMost(one.memory);
  const cost = figure && costOf(one, figure);
  if (!cost) return undefined;
  const remedy = cost.untold === null ? '' : '; more clients (--steps) would show more';
  return `${figure.label}, ${costText(cost, figure.shown)}${remedy}`;
}

function losses({ results, stacks }: CompareSummary): string[] {
  const lossy = results.filter(({ counts }) => counts.lost > 0);
  if (lossy.length === 0) return [];
  const each = lossy.map((one) => {
    const { lost, expected } = one.counts;
    return `${titleOf(one, stacks)} lost ${whole(lost)} of ${whole(expected)} deliveries (${smallPercent(lost / expected)})`;
  });
  return [`${list(each)}; what is lost counts as slower than anything that came.`];
}

/** Of many contestants. */
function rows(summary: CompareSummary): string[] {
  const p50Of = (one: AppResult) => figureOf(one, { name: 'p50_ms' }) ?? null;
  const sound = summary.results.filter((one) => one.counts.lost === 0 && p50Of(one) !== null);
  const sorted = sound.toSorted((a, b) => (p50Of(a) ?? 0) - (p50Of(b) ?? 0));
  const [fastest, slowest] = [sorted.at(0), sorted.at(-1)];
  const sentences = losses(summary);
  if (fastest && slowest && fastest !== slowest) {
    sentences.push(
      `Of ${countInWords(sound.length, 'row')} that lost nothing, ${fastest.key} is the quickest ` +
        `(p50 ${milliseconds(p50Of(fastest))}) and ${slowest.key} the slowest (p50 ${milliseconds(p50Of(slowest))}).`,
    );
  }
  return sentences.length > 0 ? sentences : alone(summary);
}

/** What an A/A run says of the bench, and what each control changed. */
function control(summary: CompareSummary): string[] {
  const isSame = (one: Comparison) => isAgainstItself(one, summary.plan.contestants);
  const compared = summary.comparisons.filter(({ figures }) => figures.p50_ms);
  const same = compared.filter(isSame);
  const say = (one: Comparison) => {
    const parts = ['p50_ms', 'appCpu_ms_per_1000'].flatMap((name) => {
      const ratios = one.figures[name];
      return ratios ? [`${labelOf(name)} ${ratioText(ratios, floorFor(summary, name, one))}`] : [];
    });
    const p50 = one.figures.p50_ms as Ratios;
    const noise =
      isSame(one) && p50.beyond === 0
        ? ` A difference of p50 within ±${floorShare(widestOf(p50))} is noise here.`
        : '';
    return `${capital(named(one.title ?? `${one.a} over ${one.b}`, summary))}: ${parts.join('; ')}.${noise}`;
  };
  return [
    ...same.map(say),
    ...coverageSentence(summary.comparisons.filter(isSame)),
    ...compared.filter((one) => !isSame(one)).map(say),
  ];
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

/** Keys of stacks, as sentences call them. */
function named(title: string, { stacks }: CompareSummary): string {
  return title.replace(/\w+/g, (word) => stacks[word]?.title ?? word);
}
