import { isApp, isCounted, type ResultsFolder, tablesOf } from '@meteor-vs-mean/measure/results';
import {
  bottomAxis,
  type Chart,
  plain,
  type Style,
  styleOf,
  type Value,
  whole,
  wide,
} from '@meteor-vs-mean/report/drawing';
import { axisY, dot, gridY, lineY, type Markish, ruleX, text } from '@observablehq/plot';

interface Point {
  stack: string;
  /** From the stopping of the client on. */
  after_s: number;
  kept_MB: number;
}

interface Moment {
  after_s: number;
  words: string;
}

/** Of one stack. */
interface Lines {
  name: string;
  style: Style;
  /** One a round. */
  rounds: Point[][];
  moments: Moment[];
}

/** Of a run of breaks: what each app keeps, from before one of its clients is stopped until long after. */
export function memoryCharts(results: ResultsFolder): Chart[] {
  const { loads } = results.manifest.plan;
  return loads.some(({ key }) => key === 'slow') ? [memoryChart(linesOf(results))] : [];
}

function linesOf({ summary, rounds, texts }: ResultsFolder): Lines[] {
  const ofIt = rounds.filter((round) => round.load === 'slow' && isCounted(round));
  const tables = tablesOf(summary);
  const middleOf = (table: string, contestant: string) =>
    tables.find(({ key }) => key === table)?.cells.find(({ column }) => column === contestant)?.middle;
  const columns = tables[0]?.columns ?? [];
  const measured = summary.plan.contestants.filter(({ key }) => columns.includes(key));
  return measured.map((contestant, index) => {
    const { key } = contestant;
    const name = isApp(contestant) ? key : contestant.title;
    const moments = [
      { after_s: middleOf('saidAfter', key), words: 'says so' },
      { after_s: middleOf('goneAfter', key), words: 'gone' },
    ];
    return {
      name,
      style: styleOf(index, key),
      rounds: ofIt.flatMap((round) =>
        round.contestant === key ? [pointsOf(name, texts.get(round.round)?.get('points.json'))] : [],
      ),
      moments: moments.filter((moment): moment is Moment => moment.after_s != null),
    };
  });
}

function memoryChart(lines: readonly Lines[]): Chart {
  const title = 'What the app keeps while one client reads nothing';
  const all = lines.flatMap(({ rounds }) => rounds.flat());
  const said = lines.map(
    ({ name, rounds }) =>
      `${name}: at most ${whole(Math.max(...rounds.flat().map(({ kept_MB }) => kept_MB)))} MB`,
  );
  return {
    id: 'memory',
    title,
    description: `Heap and buffers of the app over the seconds from the stopping of the client on. ${said.join('; ')}.`,
    columns: [
      { key: 'stack', label: 'stack' },
      { key: 'after_s', label: 's' },
      { key: 'kept_MB', label: 'kept, MB' },
    ],
    rows: all.map(({ stack, after_s, kept_MB }): Value[] => [stack, after_s, kept_MB]),
    panels: wide(title, (width) => {
      const phone = width < 500;
      const marks: Markish[] = [
        gridY({ strokeOpacity: 0.12, ticks: 6 }),
        bottomAxis(phone ? 5 : 10, 's from the stopping of the client'),
        axisY({ ticks: 6, label: 'kept, MB', labelArrow: 'none', text: plain }),
        ruleX([0], { strokeOpacity: 0.5, strokeDasharray: '2 3' }),
        ...lines.flatMap(({ name, style, rounds, moments }, n) => [
          ...rounds.flatMap((points) => lineOf(points, style)),
          ...momentMarks(name, style, moments, n),
        ]),
      ];
      return {
        height: phone ? 280 : 320,
        marginTop: 24,
        marginBottom: 40,
        marginLeft: 44,
        marginRight: 16,
        y: { domain: [0, Math.max(...all.map(({ kept_MB }) => kept_MB)) * 1.25] },
        marks,
      };
    }),
    notes: [
      `${lines.map(({ name, style }) => `${name}: ${style.symbol}s, line ${style.dash === 'none' ? 'unbroken' : 'dashed'}`).join('; ')}. A line a round. Upright lines, in the middle of the rounds: the app said something of it, or the connection was gone.`,
    ],
  };
}

function lineOf(points: readonly Point[], { color, dash, symbol }: Style): Markish[] {
  return [
    lineY(points, { x: 'after_s', y: 'kept_MB', stroke: color, strokeWidth: 1.75, strokeDasharray: dash }),
    dot(points, {
      x: 'after_s',
      y: 'kept_MB',
      symbol,
      fill: color,
      r: 2.5,
      title: ({ stack, after_s, kept_MB }: Point) => `${stack}: ${kept_MB} MB after ${after_s} s`,
    }),
  ];
}

/** Words of the second stack stand lower, so that they don't lie on the first one's. */
function momentMarks(name: string, { color }: Style, moments: readonly Moment[], n: number): Markish[] {
  return [
    ruleX(moments, { x: 'after_s', stroke: color, strokeDasharray: '2 3' }),
    text(moments, {
      x: 'after_s',
      text: ({ words }: Moment) => `${name}: ${words}`,
      frameAnchor: 'top',
      textAnchor: 'end',
      dx: -4,
      dy: 2 + 16 * n,
      fontSize: 11,
      fill: color,
      fontWeight: 600,
    }),
  ];
}

/** @param text the file points.json of a round, if it has one */
function pointsOf(stack: string, text = '[]'): Point[] {
  const points: { after_s: number; kept_bytes: number }[] = JSON.parse(text);
  return points.map(({ after_s, kept_bytes }) => ({
    stack,
    after_s: Math.round(after_s * 10) / 10,
    kept_MB: Math.round(kept_bytes / 1e5) / 10,
  }));
}
