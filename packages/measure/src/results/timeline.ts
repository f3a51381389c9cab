/** A line of a round's timeline.jsonl. CPU, deliveries and event-loop figures: see each. */
export interface TimelineEntry {
  /** Since the first write was due. */
  at_ms: number;
  /** CPU since the process began, memory at this moment. */
  app: { cpu_ms: number; rss_bytes: number } | null;
  mongod: { cpu_ms: number; rss_bytes: number } | null;
  generator: { cpu_ms: number; rss_bytes: number } | null;
  /** Of the app's process, from inside; the event loop since the line before. Null without the preload. */
  inside: {
    heapUsed_bytes: number;
    external_bytes: number;
    eventLoop: { p50_ms: number; p99_ms: number; max_ms: number };
    utilisation: number;
  } | null;
  /** Deliveries since the first write was due, from deliveries.json; absent where they weren't counted meanwhile. */
  delivered?: number;
}

/** A round's deliveries.json: how many came in each span of time since the first write was due. */
export interface Spans {
  span_ms: number;
  counts: number[];
}

/** Each entry with what had been delivered by then: a sample falls within a span, and has its share of that. */
export function withDeliveries(
  entries: readonly TimelineEntry[],
  { span_ms, counts }: Spans,
): TimelineEntry[] {
  return entries.map((entry) => {
    const spans = Math.max(0, entry.at_ms / span_ms);
    const whole = counts.slice(0, Math.floor(spans)).reduce((sum, count) => sum + count, 0);
    return { ...entry, delivered: whole + (spans % 1) * (counts[Math.floor(spans)] ?? 0) };
  });
}
