/** By the name that pages use, after the reference's. */
export type Figures = Map<string, string>;

/** `p50` of p50_ms, `heap-100` of heap_bytes_per_client_100: as pages name a figure. */
export function shortName(figure: string): string {
  const held = /^(heap|rss|idleCpu)_\w+?_(\d+)$/.exec(figure);
  if (held)
    return `${{ heap: 'heap', rss: 'client-rss', idleCpu: 'idle-cpu' }[held[1] as 'heap']}-${held[2]}`;
  return (
    { appCpu_ms_per_1000: 'cpu', mongodCpu_ms_per_1000: 'mongod-cpu' }[figure] ?? figure.replace(/_ms$/, '')
  );
}
