/** Names of the figures that are compared, as results write them and as people read them. Of all of them less is better. */

interface FigureName {
  /** In a table and beside a chart: `p50`. */
  label: string;
  /** In a sentence, after a number: `11.3 against 7.57 ms`. */
  unit: string;
}

const named: Record<string, FigureName> = {
  p50_ms: { label: 'p50', unit: 'ms' },
  p95_ms: { label: 'p95', unit: 'ms' },
  p99_ms: { label: 'p99', unit: 'ms' },
  appCpu_ms_per_1000: { label: 'CPU per delivery', unit: 'ms per 1,000' },
  mongodCpu_ms_per_1000: { label: 'mongod CPU per delivery', unit: 'ms per 1,000' },
  heldDocument_heap_bytes: { label: 'heap a held document', unit: 'bytes' },
  heldDocument_rss_bytes: { label: 'RSS a held document', unit: 'bytes' },
};

const perClient: [pattern: RegExp, label: string, unit: string][] = [
  [/^heap_bytes_per_client_(\d+)$/, 'heap a client', 'bytes'],
  [/^rss_bytes_per_client_(\d+)$/, 'RSS a client', 'bytes'],
  [/^idleCpu\w*?_(\d+)$/, 'idle CPU a client', 'ms/s'],
];

export function figureLabel(name: string): string {
  const known = named[name];
  if (known) return known.label;
  for (const [pattern, label] of perClient) {
    const documents = pattern.exec(name)?.[1];
    if (documents !== undefined) return `${label}, ${documents} documents held`;
  }
  return name;
}

export function figureUnit(name: string): string {
  return named[name]?.unit ?? perClient.find(([pattern]) => pattern.test(name))?.[2] ?? '';
}
