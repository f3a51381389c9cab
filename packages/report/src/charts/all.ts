import { mergeLatencies } from '@meteor-vs-mean/stats';
import { type Chart, slug } from '../chart.ts';
import { byScenario, nameOf, titleOf } from '../contestant.ts';
import { figureLabel } from '../figures.ts';
import type { ResultsFolder } from '../folder.ts';
import { comparisonTitle } from '../ladder-table.ts';
import type { ContestantSummary } from '../results.ts';
import { isDelivery, isMemory } from '../rounds-table.ts';
import { kneesChart } from './knees.ts';
import { ladderChart } from './ladder.ts';
import { figureLines, pairsChart } from './pairs.ts';
import { type Curve, percentilesChart } from './percentiles.ts';
import { roundsChart } from './rounds.ts';
import { selfChart } from './self.ts';
import { readings, slopesChart } from './slopes.ts';
import { timelineChart } from './timelines.ts';

/** Every chart of a report, by where it stands. */
export interface Charts {
  percentiles: (Chart & { scenario: string })[];
  pairs: Chart[];
  rounds: Chart[];
  slopes: Chart[];
  knees: Chart[];
  self: Chart[];
  timelines: Chart[];
}

/** More lines than this lie on each other. */
const mostCurves = 6;

export function allCharts(results: ResultsFolder): Charts {
  const { summary, rounds, timelines } = results;
  const scenarios = byScenario(summary);
  const delivering = scenarios.filter(([, contestants]) =>
    contestants.some(({ latency }) => latency !== null),
  );
  const memory = scenarios.flatMap(([scenario, contestants]) => {
    const holding = contestants.filter((one) => one.memory.length > 0);
    const mine = rounds.filter(isMemory).filter((round) => round.scenario === scenario);
    const of = holding.map((one) => ({
      key: one.key,
      name: titleOf(one, summary.stacks),
      memory: one.memory,
    }));
    return readings.flatMap((reading) => {
      const id = `clients-${slug(reading.key)}${scenarios.length > 2 ? `-${slug(scenario)}` : ''}`;
      return slopesChart(id, reading, of, mine) ?? [];
    });
  });
  return {
    percentiles: delivering.flatMap(([scenario, contestants]) =>
      latencyCharts(results, scenario, contestants).map((chart) => ({ ...chart, scenario })),
    ),
    pairs: scenarios.flatMap(([scenario]) => ratioCharts(results, scenario)),
    rounds: delivering.flatMap(([scenario, contestants]) => {
      const mine = rounds.filter(isDelivery).filter((round) => round.scenario === scenario);
      const names = new Map(contestants.map((one) => [one.key, titleOf(one, summary.stacks)]));
      return mine.length > 1 ? [roundsChart(`rounds-${slug(scenario)}`, scenario, mine, names)] : [];
    }),
    slopes: memory,
    knees:
      summary.knees.length > 0 ? [kneesChart('knees', summary.knees, (key) => nameOf(key, summary))] : [],
    self: summary.self.length > 0 ? [selfChart('self', summary.self)] : [],
    timelines: rounds.flatMap((round) => {
      const entries = timelines.get(round.round);
      if (!entries) return [];
      const id = `timeline-${String(round.round).padStart(3, '0')}`;
      const voided = round.verdict === 'void' ? ', void' : '';
      return [
        timelineChart(
          id,
          `Round ${round.round}: ${nameOf(round.key, summary)}, ${round.scenario}${voided}`,
          entries,
        ),
      ];
    }),
  };
}

function latencyCharts(
  { rounds, latencies, summary }: ResultsFolder,
  scenario: string,
  contestants: readonly ContestantSummary[],
): Chart[] {
  const curves = contestants.flatMap((one): Curve[] => {
    const mine = rounds
      .filter(isDelivery)
      .filter((round) => round.key === one.key && round.scenario === scenario && round.verdict === 'valid');
    const parts = mine.flatMap(({ round }) => latencies.get(round) ?? []);
    if (parts.length === 0 || parts.length < mine.length) return [];
    const sum = (of: 'lost' | 'stored') => mine.reduce((total, round) => total + round[of], 0);
    return [
      {
        name: titleOf(one, summary.stacks),
        latencies: mergeLatencies(parts),
        lost: sum('lost'),
        writes: sum('stored'),
      },
    ];
  });
  const charts: Chart[] = [];
  if (curves.length > 0 && curves.length <= mostCurves) {
    charts.push(percentilesChart(`percentiles-${slug(scenario)}`, scenario, curves));
  }
  if (contestants.length > 3) charts.push(ladderChart(`rows-${slug(scenario)}`, scenario, contestants));
  return charts;
}

/** One comparison: a line a figure. Several: a line a comparison, for p50 and for CPU. */
function ratioCharts({ summary }: ResultsFolder, scenario: string): Chart[] {
  const comparisons = summary.comparisons.filter((one) => one.scenario === scenario);
  const [first] = comparisons;
  if (!first) return [];
  if (comparisons.length === 1) {
    const sides = { a: nameOf(first.a, summary), b: nameOf(first.b, summary) };
    const lines = figureLines(first.figures, summary.floor);
    const title = `Ratios within pairs, ${scenario}: ${sides.a} / ${sides.b}`;
    return lines.some(({ ratios }) => ratios.each.length > 0)
      ? [pairsChart(`pairs-${slug(scenario)}`, title, lines, sides)]
      : [];
  }
  const figures = ['p50_ms', 'appCpu_ms_per_1000', ...heapFigures(comparisons)].filter((name) =>
    comparisons.some((one) => (one.figures[name]?.each.length ?? 0) > 0),
  );
  return figures.map((name) => {
    const lines = comparisons.flatMap((one) => {
      const ratios = one.figures[name];
      return ratios ? [{ label: comparisonTitle(one), ratios, floor: summary.floor?.figures[name] }] : [];
    });
    const title = `Ratios within pairs, ${scenario}: ${figureLabel(name)}`;
    return pairsChart(`pairs-${slug(scenario)}-${slug(name)}`, title, lines, {
      a: 'the first',
      b: 'the second',
    });
  });
}

function heapFigures(comparisons: ResultsFolder['summary']['comparisons']): string[] {
  const names = comparisons.flatMap((one) => Object.keys(one.figures));
  return [...new Set(names)].filter((name) => name.startsWith('heap_bytes_per_client_'));
}
