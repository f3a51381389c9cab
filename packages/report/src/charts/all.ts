import {
  audienceOf,
  costsOfClient,
  figureNamed,
  type ResultsFolder,
  type Round,
} from '@meteor-vs-mean/measure/results';
import { type Chart, slug } from '../chart.ts';
import {
  bareName,
  byScenario,
  comparisonName,
  mostColumns,
  nameOf,
  scenarioTo,
  titleOf,
  titleWithoutInstances,
} from '../contestant.ts';
import { curveName } from '../curves-table.ts';
import { labelOf } from '../judgement.ts';
import { isDelivery, isMemory } from '../rounds-table.ts';
import { curvesChart } from './curves.ts';
import { instancesChart } from './instances.ts';
import { kneesChart } from './knees.ts';
import { ladderChart } from './ladder.ts';
import { curveOf, percentilesChart } from './percentiles.ts';
import { figureLines, pairsChart, ratioLine } from './ratio-charts.ts';
import { roundsChart } from './rounds.ts';
import { slopesChart } from './slopes.ts';
import { timelineChart } from './timelines.ts';

export interface Charts {
  percentiles: (Chart & { scenario: string })[];
  pairs: Chart[];
  rounds: Chart[];
  slopes: Chart[];
  knees: Chart[];
  curves: Chart[];
  instances: Chart[];
  timelines: Chart[];
}

/** More lines than this lie on each other. */
const mostCurves = 6;

export function allCharts(results: ResultsFolder): Charts {
  const { summary, rounds, timelines } = results;
  const scenarios = byScenario(summary).map(([scenario, contestants]) => ({
    scenario,
    contestants,
    names: new Map(contestants.map((one) => [one.key, titleOf(one, summary.stacks)])),
    rounds: rounds.filter((round) => round.scenario === scenario),
  }));
  const delivering = scenarios.filter(({ contestants }) =>
    contestants.some(({ latency }) => latency !== null),
  );
  return {
    percentiles: delivering.flatMap(({ scenario, contestants }) => {
      const charts = [...Map.groupBy(contestants, audienceOf)].flatMap(([audience, same]): Chart[] => {
        const curves = same.flatMap((one) => curveOf(results, one, bareName(one, summary.stacks)) ?? []);
        if (curves.length === 0 || curves.length > mostCurves) return [];
        const title = scenarioTo(scenario, audience);
        return [percentilesChart(`percentiles-${slug(title)}`, title, curves)];
      });
      if (contestants.length > mostColumns) {
        charts.push(ladderChart(`rows-${slug(scenario)}`, scenario, contestants));
      }
      return charts.map((chart) => ({ ...chart, scenario }));
    }),
    pairs: scenarios.flatMap(({ scenario }) => ratioCharts(results, scenario)),
    rounds: delivering.flatMap(({ scenario, names, rounds }) => {
      const mine = rounds.filter(isDelivery);
      return mine.length > 1 ? [roundsChart(`rounds-${slug(scenario)}`, scenario, mine, names)] : [];
    }),
    slopes: scenarios.flatMap(({ scenario, contestants, names, rounds }) => {
      const holding = contestants
        .filter(({ memory }) => memory.length > 0)
        .map(({ key, memory }) => ({ key, memory, name: names.get(key) ?? key }));
      const ending = scenarios.length > 2 ? `-${slug(scenario)}` : '';
      return costsOfClient(0).flatMap((figure) => {
        const id = `clients-${slug(figure.points.key)}${ending}`;
        return slopesChart(id, figure, holding, rounds.filter(isMemory)) ?? [];
      });
    }),
    knees:
      summary.knees.length > 0 ? [kneesChart('knees', summary.knees, (key) => nameOf(key, summary))] : [],
    curves:
      summary.curves.length > 0
        ? [curvesChart('curves', summary.curves, (curve) => curveName(curve, summary))]
        : [],
    instances: delivering.flatMap(({ scenario, rounds }) => {
      const id = delivering.length > 1 ? `instances-${slug(scenario)}` : 'instances';
      const nameOf = (round: Round) => titleWithoutInstances(round, summary.stacks);
      return instancesChart(id, rounds.filter(isDelivery), nameOf) ?? [];
    }),
    timelines: rounds.flatMap(({ round, key, scenario, verdict }) => {
      const entries = timelines.get(round);
      if (!entries) return [];
      const voided = verdict === 'void' ? ', void' : '';
      const title = `Round ${round}: ${nameOf(key, summary)}, ${scenario}${voided}`;
      return [timelineChart(`timeline-${String(round).padStart(3, '0')}`, title, entries)];
    }),
  };
}

/** One comparison: a line a figure. Several: a line a comparison, for p50, CPU and heap. */
function ratioCharts({ summary }: ResultsFolder, scenario: string): Chart[] {
  const comparisons = summary.comparisons.filter((one) => one.scenario === scenario);
  const [first] = comparisons;
  if (!first) return [];
  if (comparisons.length === 1) {
    const sides = { a: nameOf(first.a, summary), b: nameOf(first.b, summary) };
    const title = `Ratios within pairs, ${scenario}: ${sides.a} / ${sides.b}`;
    return pairsChart(`pairs-${slug(scenario)}`, title, figureLines(first.figures, summary.floor), sides);
  }
  const names = new Set(comparisons.flatMap(({ figures }) => Object.keys(figures)));
  return [...names].flatMap((name) => {
    if (!figureNamed(name)?.chief) return [];
    const lines = comparisons.flatMap((one) => {
      const ratios = one.figures[name];
      const floor = summary.floor?.figures[name];
      return ratios ? [ratioLine(comparisonName(one, summary), ratios, floor)] : [];
    });
    const title = `Ratios within pairs, ${scenario}: ${labelOf(name)}`;
    const sides = { a: 'the first', b: 'the second' };
    return pairsChart(`pairs-${slug(scenario)}-${slug(name)}`, title, lines, sides);
  });
}
