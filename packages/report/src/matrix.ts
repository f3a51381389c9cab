import {
  type AppResult,
  type Audience,
  type CompareSummary,
  type Comparison,
  costOf,
  deliveryFigures,
  type Figure,
  figureOf,
  heapHoldingMost,
  type NoiseEffect,
  noiseEffects,
  type Summary,
} from '@meteor-vs-mean/measure/results';
import { appsOf, audiencesOf, audienceWords, bareName, inAudience } from './contestant.ts';
import { valueCell } from './contestants-table.ts';
import { estimateCell, estimateOf } from './cost.ts';
import { cell, type Note, type Row, rowOf, type Table, tableWith } from './document.ts';
import { ratioCellOf, ratioNotes } from './judgement.ts';
import { capital, percent, times } from './numbers.ts';

/** What decides for an app: how late, how late at worst, and what a write and a client cost. */
const names = ['p50_ms', 'p99_ms', 'appCpu_ms_per_write'];

/**
 * The answer at one look: for each audience what each contestant needs, and the ratios, with their intervals.
 * @returns undefined where nothing is compared
 */
export function matrixOf(measured: Summary): Table | undefined {
  const summary = appsOf(measured);
  if (!summary || !isOfAudiences(summary) || summary.comparisons.every(({ figures }) => isEmpty(figures)))
    return;
  const figures = figuresOf(summary);
  const shown = new Set(figures.map(({ name }) => name));
  return tableWith(
    'What decides, by audience',
    ['audience', ...figures.map(({ label }) => label)],
    audiencesOf(summary).flatMap((audience) => {
      const own = inAudience(summary, audience);
      return [
        rowOf(
          capital(audienceWords[audience]),
          figures.map(() => cell('')),
        ),
        ...valueRows(own, figures),
        ...recordedRows(summary, audience, figures),
        ...ratioRows(own, figures),
      ];
    }),
    [
      ...ratioNotes(
        summary.comparisons.map((one) => ({ ...one, figures: pick(one.figures, shown) })),
        summary,
      ),
      ...noiseNotes(summary, figures),
    ],
  );
}

/** The experiments whose contestants differ in their audience. */
export function isOfAudiences({ experiment }: Pick<CompareSummary, 'experiment'>): boolean {
  return experiment === 'quick' || experiment === 'full';
}

/** Those that were measured; of the heap that of a client with the most documents. */
function figuresOf({ results }: CompareSummary): Figure[] {
  const heap = heapHoldingMost(results.flatMap(({ memory }) => memory));
  return [...deliveryFigures.filter(({ name }) => names.includes(name)), ...(heap ? [heap] : [])].filter(
    (figure) => results.some((one) => figureOf(one, figure) !== undefined),
  );
}

/** One a contestant; its deliveries and its memory are of two loads. */
function valueRows({ results, stacks }: CompareSummary, figures: readonly Figure[]): Row[] {
  return [...Map.groupBy(results, ({ key }) => key).values()].map((same) => ({
    label: bareName(same[0] as AppResult, stacks),
    under: true,
    cells: figures.map((figure) => {
      const measured = same.find((one) => figureOf(one, figure) !== undefined);
      if (!measured) return cell('-');
      const cost = figure.kind === 'slope' ? costOf(measured, figure) : null;
      return cost
        ? estimateCell(estimateOf(cost), figure.shown)
        : valueCell(figureOf(measured, figure), figure);
    }),
  }));
}

/** The recorded figures of a stack that can't run here. */
function recordedRows({ stacks }: CompareSummary, audience: Audience, figures: readonly Figure[]): Row[] {
  return Object.values(stacks).flatMap((facts): Row[] => {
    const found = facts.ran ? undefined : facts.recorded?.figures[audience];
    if (facts.ran || !facts.recorded || !found) return [];
    return [
      {
        label: `${facts.title}, recorded on another machine`,
        under: true,
        cells: figures.map((figure) => ({ ...valueCell(found[figure.name], figure), tone: 'faint' })),
      },
    ];
  });
}

function ratioRows(summary: CompareSummary, figures: readonly Figure[]): Row[] {
  const { comparisons, results, stacks } = summary;
  const nameOf = (key: string) => {
    const found = results.find((one) => one.key === key);
    return found ? bareName(found, stacks) : key;
  };
  const sides = Map.groupBy(comparisons, ({ a, b }) => `${nameOf(a)} / ${nameOf(b)}`);
  return [...sides].map(([label, same]) => ({
    label,
    under: true,
    cells: figures.map(({ name }) => {
      const one = same.find(({ figures }) => figures[name]);
      return one ? ratioCellOf(summary, name, one) : cell('-');
    }),
  }));
}

function pick(figures: Comparison['figures'], shown: ReadonlySet<string>): Comparison['figures'] {
  return Object.fromEntries(Object.entries(figures).filter(([name]) => shown.has(name)));
}

const isEmpty = (figures: object): boolean => Object.keys(figures).length === 0;

/** A ratio that noise moved by less than this has hardly moved. */
const hardly = 0.05;

/** Where rounds are noisy: a line for each figure about what noise does to its ratios. */
export function noiseNotes({ noisy }: Pick<Summary, 'noisy'>, figures: readonly Figure[]): Note[] {
  if (noisy.length === 0) return [];
  return figures.flatMap(({ name, label }): Note[] => {
    const effect = noiseEffects.find(({ figure }) => figure === name);
    return effect ? [{ text: `Noise, ${label}: ${biasText(effect)}.`, tone: 'faint' }] : [];
  });
}

/** In which direction, and by how much, as measured. */
function biasText({ quiet, noisy }: NoiseEffect): string {
  const moved = Math.abs(Math.log(noisy / quiet));
  const measured = `measured ${times(quiet)} in quiet rounds, ${times(noisy)} in noisy ones`;
  if (moved < hardly) return `hardly moves the ratio (${measured})`;
  const isTowards1 = Math.abs(Math.log(noisy)) < Math.abs(Math.log(quiet));
  const size = percent(Math.exp(moved) - 1, 0);
  return isTowards1
    ? `pulls the ratio towards 1 by about ${size} (${measured})`
    : `moves the ratio away from 1 by about ${size} (${measured})`;
}
