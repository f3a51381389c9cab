import type { Chart, Value } from './chart.ts';

/** RFC 4180, with a line of names; what is null is empty. */
export function csv({ columns, rows }: Pick<Chart, 'columns' | 'rows'>): string {
  return [columns.map(({ key }) => key), ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: Value): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
