import {
  type AppResult,
  audienceOf,
  type CompareSummary,
  costsOfClient,
  figureNamed,
  hasDeliveries,
  type ResultsFolder,
  tablesOf,
} from '@meteor-vs-mean/measure/results';
import { type Chart, slug } from '../chart.ts';
import {
  appsOf,
  bareName,
  byLoad,
  comparisonName,
  loadTitle,
  loadTo,
  mostColumns,
  nameOf,
} from '../contestant.ts';
import { curveName } from '../curves.ts';
import { labelOf } from '../judgement.ts';
import { isMemory } from '../rounds-table.ts';
import { capacitiesChart } from './capacities.ts';
import { curvesChart } from './curves.ts';
import { ladderChart } from './ladder.ts';
import { curveOf, percentilesChart } from './percentiles.ts';
import { claimsChart, figureLines, pairsChart, ratioLine, ratiosChart } from './ratio-charts.ts';
import { slopesChart } from './slopes.ts';

export interface Charts {
  percentiles: (Chart & { load: string })[];
  pairs: Chart[];
  slopes: Chart[];
  capacities: Chart[];
  curves: Chart[];
  claims: Chart[];
  ratios: (Chart & { table: string })[];
}

/** More lines than this lie on each other. */
const mostCurves = 6;

export function allCharts({ summary, rounds, latencies }: ResultsFolder): Charts {
  const apps = appsOf(summary);
  const stacks = apps?.stacks ?? {};
  const loads = byLoad({ results: apps?.results ?? [] });
  const tables = tablesOf(summary);
  return {
    claims: claimsChart(summary),
    ratios: tables.flatMap((table) =>
      ratiosChart(table, summary).map((chart) => ({ ...chart, table: table.key })),
    ),
    percentiles: loads.flatMap(([load, results]) => {
      if (!results.some(hasDeliveries)) return [];
      const title = loadTitle(load, summary);
      const charts = [...Map.groupBy(results, audienceOf)].flatMap(([audience, same]): Chart[] => {
        const nameIn = (one: AppResult) => bareName(one, stacks);
        const curves = same.flatMap((one) => {
          const curve = curveOf({ rounds, latencies }, one, nameIn(one));
          return curve ? [{ ...curve, stack: one.stack }] : [];
        });
        if (curves.length === 0 || curves.length > mostCurves) return [];
        const what = loadTo(title, audience);
        return [percentilesChart(`percentiles-${slug(what)}`, what, curves)];
      });
      if (results.length > mostColumns) charts.push(ladderChart(`rows-${slug(load)}`, title, results));
      return charts.map((chart) => ({ ...chart, load }));
    }),
    pairs: loads.flatMap(([load]) => (apps ? ratioCharts(apps, load) : [])),
    slopes: loads.flatMap(([load, results]) => {
      const holding = results
        .filter(({ memory }) => memory.length > 0)
        .map(({ key, stack, memory }) => ({ key, stack, memory, name: nameOf(key, summary) }));
      const starts = rounds.filter(isMemory).filter((round) => round.load === load);
      const ending = loads.length > 2 ? `-${slug(load)}` : '';
      return costsOfClient(0).flatMap((figure) => {
        const id = `clients-${slug(figure.points.key)}${ending}`;
        return slopesChart(id, figure, holding, starts) ?? [];
      });
    }),
    capacities:
      apps && apps.capacities.length > 0
        ? [
            capacitiesChart(
              'capacities',
              apps.capacities,
              (key) => nameOf(key, apps),
              (key) => apps.plan.contestants.find((one) => one.key === key)?.stack ?? key,
            ),
          ]
        : [],
    curves:
      apps && apps.curves.length > 0
        ? [curvesChart('curves', apps.curves, (curve) => curveName(curve, apps))]
        : [],
  };
}

/** One comparison: a line a figure. Several: a line a comparison, for p50, CPU and heap. */
function ratioCharts(summary: CompareSummary, load: string): Chart[] {
  const comparisons = summary.comparisons.filter((one) => one.load === load);
  const [first] = comparisons;
  if (!first) return [];
  if (comparisons.length === 1) {
    const sides = { a: nameOf(first.a, summary), b: nameOf(first.b, summary) };
    const title = `Ratios within pairs, ${loadTitle(load, summary)}: ${sides.a} / ${sides.b}`;
    return pairsChart(`pairs-${slug(load)}`, title, figureLines(first.figures, summary.plan.floor), sides);
  }
  const names = new Set(comparisons.flatMap(({ figures }) => Object.keys(figures)));
  return [...names].flatMap((name) => {
    if (!figureNamed(name)?.chief) return [];
    const lines = comparisons.flatMap((one) => {
      const ratios = one.figures[name];
      const floor = summary.plan.floor?.figures[name];
      return ratios ? [ratioLine(comparisonName(one, summary), ratios, floor)] : [];
    });
    const title = `Ratios within pairs, ${loadTitle(load, summary)}: ${labelOf(name)}`;
    const sides = { a: 'the first', b: 'the second' };
    return pairsChart(`pairs-${slug(load)}-${slug(name)}`, title, lines, sides);
  });
}
