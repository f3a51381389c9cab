import type { Search, Trial } from './level.ts';

/** What a search found, as capacity.json has it. */
export interface Capacity extends Pick<Search, 'scenario' | 'what' | 'limit_ms'> {
  format: 2;
  target: string | null;
  /** ISO 8601. */
  started: string;
  finished: string;
  /** The highest level that was held; null if none was. */
  held: number | null;
  /** The lowest level that wasn't held; null if there is none. */
  beyond: number | null;
  /** What prevented a higher level. With the others than `app` the capacity is at least `held`. */
  limitedBy: 'app' | 'generator' | 'asked' | 'interrupted';
  trials: Trial[];
  /** With `--pid`: one more run each at a half and at nine tenths of what was held. */
  shares: { share: number; trial: Trial }[];
}

const units = {
  subscribers: 'subscribers',
  writes: 'writes a second',
  users: 'users of this journey',
} as const;

/** More than one core, by what sampling may read wrong. */
const oneCore = 1.15;
/** An app that uses less has another limit than its CPU. */
const busy = 0.85;

/** Who prevented the level beyond what was held: of several rounds there, what most of them say. */
export function limitOf(trials: readonly Trial[], beyond: number | null): 'app' | 'generator' | 'asked' {
  if (beyond === null) return 'asked';
  const of = (verdict: Trial['verdict']) =>
    trials.filter((trial) => trial.level === beyond && trial.verdict === verdict).length;
  return of('void') > of('failed') ? 'generator' : 'app';
}

/** `One core of this app carries 1,240 users of this journey with p99 under 500 ms; at 1,400 the app was the limit (CPU 98 %).` */
export function sentenceOf(capacity: Capacity): string {
  const { held, what, limitedBy, limit_ms } = capacity;
  // Users that only wait have no times.
  const isTimed = capacity.trials.some(({ p99_ms }) => p99_ms !== null);
  const under = isTimed ? `with p99 under ${limit_ms} ms` : 'to the end of its flow';
  if (held === null) {
    const least = Math.min(...capacity.trials.map(({ level }) => level));
    const none = `No level was held: not even ${number(least)} ${units[what]} ${under}`;
    return `${none}; ${endOf(capacity)}.`;
  }
  const atLeast = limitedBy === 'app' ? '' : 'at least ';
  return `${carrierOf(capacity)} carries ${atLeast}${number(held)} ${units[what]} ${under}; ${endOf(capacity)}.`;
}

/** `One core of this app`, where it is known to be one. */
function carrierOf({ trials, held, beyond }: Capacity): string {
  const used = trials.flatMap(({ level, app }) =>
    app && (level === held || level === beyond) ? [app.cpu_cores] : [],
  );
  if (used.length === 0) return 'This app';
  const most = Math.max(...used);
  return most <= oneCore ? 'One core of this app' : `This app, with ${most.toFixed(1)} cores,`;
}

function endOf({ trials, beyond, limitedBy, what }: Capacity): string {
  if (limitedBy === 'interrupted') return 'the search was interrupted';
  if (beyond === null) {
    const most = Math.max(0, ...trials.map(({ level }) => level));
    return `${number(most)} ${units[what]} is the most that was tried: --most raises it`;
  }
  const verdict = limitedBy === 'generator' ? 'void' : 'failed';
  const trial = trials.findLast((one) => one.level === beyond && one.verdict === verdict);
  const reading = (trial?.why ?? '').replace(/^(app|generator): /, '');
  const at = `at ${number(beyond)}`;
  if (limitedBy === 'generator') return `${at} the generator was the limit (${reading})`;
  const app = trial?.app;
  if (!app) return `${at} it did not: ${reading} (its CPU isn’t known: --pid)`;
  const cpu = `CPU ${(100 * app.cpu_cores).toFixed(0)} %`;
  return app.cpu_cores >= busy
    ? `${at} the app was the limit (${cpu})`
    : `${at} the app was the limit, and not by its CPU (${cpu}): ${reading}`;
}

const number = (value: number) => value.toLocaleString('en');

/** Runs as aligned columns. */
export function tableOf(capacity: Capacity): string {
  const parts = [tableRows(capacity, capacity.trials)];
  if (capacity.shares.length > 0) parts.push(tableRows(capacity, sharesOf(capacity)));
  return parts.map(aligned).join('\n\n');
}

function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] as string[]).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] as string).length)),
  );
  return rows
    .map((row) =>
      row.map((text, at) => (at === row.length - 1 ? text : text.padStart(widths[at] as number))).join('  '),
    )
    .join('\n');
}

type Row = Trial & { share?: number };

const sharesOf = ({ shares }: Capacity): Row[] => shares.map(({ share, trial }) => ({ ...trial, share }));

function tableRows({ what }: Capacity, rows: readonly Row[]): string[][] {
  const head = [units[what], 'p99', 'owed', 'lost', 'app CPU', 'app memory', 'verdict'];
  return [head, ...rows.map(cellsOf)];
}

function cellsOf({ level, share, p99_ms, owed, lost, app, verdict, why }: Row): string[] {
  return [
    share === undefined ? number(level) : `${number(level)} (${100 * share} %)`,
    p99_ms === null ? '-' : `${p99_ms.toFixed(p99_ms < 10 ? 1 : 0)} ms`,
    number(owed),
    number(lost),
    app ? `${(100 * app.cpu_cores).toFixed(0)} %` : '-',
    app ? `${(app.rss_bytes / 1e6).toFixed(0)} MB` : '-',
    why === '' ? verdict : `${verdict} (${why})`,
  ];
}

/** One page without scripts, and without anything from elsewhere. */
export function pageOf(capacity: Capacity): string {
  const { scenario, target, started, trials, limit_ms, shares } = capacity;
  const title = escaped(`Capacity of ${target ?? scenario}`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100%; margin: 1.5rem 0 }
caption { text-align: left; font-weight: 600 }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
th:last-child, td:last-child { text-align: left }
</style>
<h1>${title}</h1>
<p><strong>${escaped(sentenceOf(capacity))}</strong></p>
${chartOf(capacity)}
${shares.length === 0 ? '' : htmlTable('At a half and at nine tenths of it', tableRows(capacity, sharesOf(capacity)))}
${htmlTable('Every run of the search, in its order', tableRows(capacity, trials))}
<p>${escaped(scenario)}, limit of the p99 ${limit_ms} ms, ${escaped(started)}. CPU is that of the busiest three seconds, in percent of one core.</p>
</html>
`;
}

function htmlTable(caption: string, rows: readonly string[][]): string {
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const lines = rows.map((cells, at) => row(cells, at === 0 ? 'th' : 'td'));
  return `<table>\n<caption>${caption}</caption>\n${lines.join('\n')}\n</table>`;
}

/** p99 against the level; the line is the limit. */
function chartOf({ trials, limit_ms, what }: Capacity): string {
  const seen = trials.flatMap(({ level, p99_ms, verdict }) =>
    p99_ms === null ? [] : [{ level, p99_ms, verdict }],
  );
  if (seen.length === 0) return '';
  const [width, height, edge] = [640, 240, 40];
  const most = Math.max(...seen.map(({ level }) => level));
  const top = Math.max(limit_ms * 1.2, ...seen.map(({ p99_ms }) => Math.min(p99_ms, limit_ms * 3)));
  const x = (level: number) => edge + ((width - 2 * edge) * level) / most;
  const y = (ms: number) => height - edge - ((height - 2 * edge) * Math.min(ms, top)) / top;
  const fill = { passed: '#2a7', failed: '#c33', void: '#999' } as const;
  const dots = seen.map(
    ({ level, p99_ms, verdict }) =>
      `<circle cx="${x(level).toFixed(1)}" cy="${y(p99_ms).toFixed(1)}" r="4" fill="${fill[verdict]}"><title>${level}: ${p99_ms.toFixed(1)} ms, ${verdict}</title></circle>`,
  );
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="p99 by ${units[what]}" fill="currentColor" font-size="12">
<line x1="${edge}" x2="${width - edge}" y1="${y(limit_ms)}" y2="${y(limit_ms)}" stroke="currentColor" stroke-dasharray="4"/>
<text x="${edge}" y="${y(limit_ms) - 6}">limit ${limit_ms} ms</text>
<line x1="${edge}" x2="${width - edge}" y1="${height - edge}" y2="${height - edge}" stroke="currentColor"/>
<text x="${width - edge}" y="${height - edge + 18}" text-anchor="end">${most} ${units[what]}</text>
${dots.join('\n')}
</svg>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
