import { decodeLatencies, type Latencies } from '@meteor-vs-mean/stats';
import { parseJson, parseLines } from './files.ts';
import type { RoundFiles } from './pack.ts';
import { type Spans, type TimelineEntry, withDeliveries } from './timeline.ts';

/** What is kept of a round beside its line in rounds.jsonl; null or empty of what isn't. */
export interface RoundRecord {
  /** schedule.json: when each write was due. */
  schedule: { seed: number; due_us: number[] } | null;
  /** latency.hdr: every delivery. */
  latencies: Latencies | null;
  /** deliveries.json */
  spans: Spans | null;
  /** writers.json */
  writers: Writers | null;
  timeline: TimelineEntry[];
}

/** What became of the writes: counts, and histograms of how late they were sent and when they were answered. */
export interface Writers {
  scheduled: number;
  sent: number;
  acknowledged: number;
  refused: number;
  lateness: Latencies;
  acknowledgement: Latencies;
}

/**
 * @param where the files are, for the error
 * @throws one line that names the round and the file, if one can't be read
 */
export function recordOf(files: RoundFiles, round: number, where: string): RoundRecord {
  const texts = files.get(round);
  const read = <Content>(name: string, parse: (text: string, from: string) => Content): Content | null => {
    const text = texts?.get(name);
    return text === undefined ? null : parse(text, `${where}: ${name} of round ${round}`);
  };
  const spans = read('deliveries.json', parseJson<Spans>);
  const timeline = read('timeline.jsonl', parseLines<TimelineEntry>) ?? [];
  return {
    schedule: read('schedule.json', parseJson<NonNullable<RoundRecord['schedule']>>),
    latencies: read('latency.hdr', histogram),
    spans,
    writers: read('writers.json', writers),
    timeline: spans ? withDeliveries(timeline, spans) : timeline,
  };
}

function histogram(text: string, from: string): Latencies {
  try {
    return decodeLatencies(text);
  } catch (error) {
    throw new Error(`${from} is no histogram: ${(error as Error).message.split('\n')[0]}`);
  }
}

function writers(text: string, from: string): Writers {
  const parsed = parseJson<
    Record<'scheduled' | 'sent' | 'acknowledged' | 'refused', number> &
      Record<'lateness' | 'acknowledgement', string>
  >(text, from);
  return {
    ...parsed,
    lateness: histogram(parsed.lateness, `${from}, lateness,`),
    acknowledgement: histogram(parsed.acknowledgement, `${from}, acknowledgement,`),
  };
}
