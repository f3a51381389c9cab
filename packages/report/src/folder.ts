import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeLatencies, type Latencies } from '@meteor-vs-mean/stats';
import { checkFormat, isMissing, readJson, readLines, readManifest } from './folder-files.ts';
import { isLab } from './lab/folder.ts';
import type { Manifest, Round, Summary } from './results.ts';

/** The three files that say what a run was and what came of it. */
export interface Results {
  manifest: Manifest;
  rounds: Round[];
  summary: Summary;
}

/** A whole results folder, with all that a report draws. */
export interface ResultsFolder extends Results {
  /** As it was named. */
  folder: string;
  /** By number of the round. */
  latencies: Map<number, Latencies>;
  timelines: Map<number, TimelineEntry[]>;
  /** Rounds that should have a histogram and have none that can be read, and why. */
  missing: string[];
}

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

/** @throws one line if the folder doesn't hold a results folder's files, or those of another format */
export async function readResults(folder: string): Promise<Results> {
  const manifest = await readManifest(folder);
  if (isLab(manifest)) {
    throw new Error(`${folder} is of the lab (${manifest.lab}): here only a run of npm run compare will do`);
  }
  checkFormat(folder, manifest.format, 2);
  return {
    manifest,
    rounds: await readLines<Round>(folder, 'rounds.jsonl'),
    summary: await readJson<Summary>(folder, 'summary.json'),
  };
}

/** @throws as readResults does; a histogram or timeline that can't be read is no error, but said */
export async function readFolder(folder: string): Promise<ResultsFolder> {
  const results = await readResults(folder);
  const latencies = new Map<number, Latencies>();
  const timelines = new Map<number, TimelineEntry[]>();
  const missing: string[] = [];
  for (const { round, kind, verdict } of results.rounds) {
    const name = path.join('rounds', String(round).padStart(3, '0'));
    try {
      latencies.set(round, decodeLatencies(await readFile(path.join(folder, name, 'latency.hdr'), 'utf8')));
    } catch (error) {
      const why = isMissing(error)
        ? 'is missing'
        : `can't be read: ${(error as Error).message.split('\n')[0]}`;
      if (kind === 'deliveries' && verdict === 'valid') missing.push(`${name}/latency.hdr ${why}`);
    }
    const entries = await readLines<TimelineEntry>(folder, path.join(name, 'timeline.jsonl')).catch(() => []);
    const spans = await readJson<Spans>(folder, path.join(name, 'deliveries.json')).catch(() => null);
    if (entries.length > 1)
      timelines.set(round, spans ? entries.map((one) => withDeliveries(one, spans)) : entries);
  }
  return { folder, ...results, latencies, timelines, missing };
}

/** A round's deliveries.json: how many came in each span of time since the first write was due. */
interface Spans {
  span_ms: number;
  counts: number[];
}

/** A sample falls within a span: of that one its share. */
function withDeliveries(entry: TimelineEntry, { span_ms, counts }: Spans): TimelineEntry {
  const spans = Math.max(0, entry.at_ms / span_ms);
  const whole = counts.slice(0, Math.floor(spans)).reduce((sum, count) => sum + count, 0);
  return { ...entry, delivered: whole + (spans % 1) * (counts[Math.floor(spans)] ?? 0) };
}
