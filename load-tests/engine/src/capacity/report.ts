import type { Search, Trial } from './level.ts';
import type { Found } from './search.ts';

/** What a search found, as capacity.json has it. */
export interface Capacity extends Pick<Search, 'scenario' | 'what' | 'limit_ms'> {
  format: 1;
  target: string | null;
  /** ISO 8601. */
  started: string;
  finished: string;
  /** The highest level that was held; null if none was. */
  held: number | null;
  limitedBy: Found['limitedBy'] | 'interrupted';
  trials: Trial[];
}

const units = { subscribers: 'subscribers', writes: 'writes a second', users: 'users of the flow' } as const;

/** `held 400 subscribers: more and the p99 passes 500 ms (or something is lost)`. */
export function sentenceOf({ held, what, limitedBy, limit_ms, trials }: Capacity): string {
  const most = Math.max(0, ...trials.map(({ level }) => level));
  const carried = held === null ? `No level was held` : `${held} ${units[what]} were held`;
  const end = {
    latency: `beyond, the app gave out: p99 reached ${limit_ms} ms, or something was lost`,
    generator: 'beyond, the generator gave out before the app: the app may carry more',
    asked: `that is the most that was tried (${most}): --most asks for more`,
    interrupted: 'the search was broken off',
  }[limitedBy];
  return `${carried}; ${end}.`;
}

/** The trials, as aligned columns. */
export function tableOf({ trials, what }: Capacity): string {
  const rows = [headOf(what), ...trials.map(cellsOf)];
  const widths = (rows[0] as string[]).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] as string).length)),
  );
  return rows
    .map((row) =>
      row.map((text, at) => (at === row.length - 1 ? text : text.padStart(widths[at] as number))).join('  '),
    )
    .join('\n');
}

function headOf(what: Capacity['what']): string[] {
  return [units[what], 'p99', 'owed', 'lost', 'app CPU', 'app memory', 'verdict'];
}

function cellsOf({ level, p99_ms, owed, lost, app, verdict, why }: Trial): string[] {
  return [
    String(level),
    p99_ms === null ? '-' : `${p99_ms.toFixed(p99_ms < 10 ? 1 : 0)} ms`,
    String(owed),
    String(lost),
    app ? `${app.cpu_cores.toFixed(2)} cores` : '-',
    app ? `${(app.rss_bytes / 1e6).toFixed(0)} MB` : '-',
    why === '' ? verdict : `${verdict} (${why})`,
  ];
}

/** One page without scripts, and without anything from elsewhere. */
export function pageOf(capacity: Capacity): string {
  const { scenario, target, started, trials, what, limit_ms } = capacity;
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Capacity of ${escaped(target ?? scenario)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
th:last-child, td:last-child { text-align: left }
</style>
<h1>Capacity of ${escaped(target ?? scenario)}</h1>
<p>${escaped(sentenceOf(capacity))}</p>
${chartOf(capacity)}
<table>
<caption>Every trial, in its order</caption>
${row(headOf(what), 'th')}
${trials.map((trial) => row(cellsOf(trial), 'td')).join('\n')}
</table>
<p>${escaped(scenario)}, limit of the p99 ${limit_ms} ms, ${escaped(started)}.</p>
</html>
`;
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
