import { cell, megabytes, milliseconds, short, type Table, whole } from '@meteor-vs-mean/report/drawing';
import type { Drawings } from '../kinds/json.ts';
import { type Breaks, type InstancesRun, type SlowClientRun, titles } from './breaks.ts';
import { memoryChart } from './memory-chart.ts';

/**
 * Chart `memory`: the app's RSS while one client stops reading, and while none does. Tables `a client that stops
 * reading` and `two instances`.
 * @throws one line if it is a toy's
 */
export function drawBreaks({ toy, slowClients, instances }: Breaks): Drawings {
  if (toy) throw new Error('breaks.json is of a run with TOY=1: it only shows that the command works');
  return {
    charts: [memoryChart('memory', 'Memory of the app while one client reads nothing', slowClients)],
    tables: [slowClientTable(slowClients), instancesTable(instances)],
  };
}

function slowClientTable(runs: readonly SlowClientRun[]): Table {
  return {
    kind: 'table',
    caption: 'A client that stops reading',
    head: [
      ...[cell('app'), cell('RSS at its highest'), cell('over what it was before')],
      ...[cell('given up after'), cell('changes owed by then')],
    ],
    rows: runs.map(({ stack, isFrozen, peak_rss_bytes, rise_bytes, cutAfter_s, owedAtCut }) => ({
      label: `${titles[stack] ?? stack}, ${isFrozen ? 'one client stopped' : 'both read'}`,
      cells: [
        cell(megabytes(peak_rss_bytes)),
        cell(megabytes(rise_bytes)),
        cell(isFrozen ? (cutAfter_s === null ? 'not given up' : `${short(cutAfter_s)} s`) : '-'),
        cell(isFrozen ? whole(owedAtCut) : '-'),
      ],
    })),
    notes: [{ text: 'One start of the app each: read the difference within a stack, and no fine one.' }],
  };
}

function instancesTable(runs: readonly InstancesRun[]): Table {
  return {
    kind: 'table',
    caption: 'Two instances',
    head: [
      ...[cell('mode'), cell('the same instance, p50'), cell('the other instance, p50')],
      ...[cell('slowest'), cell('lost')],
    ],
    rows: runs.map(({ stack, mode, writes, same, other }) => ({
      label: `${titles[stack] ?? stack}, ${mode}`,
      cells: [
        cell(milliseconds(same.p50_ms ?? undefined)),
        cell(
          other.p50_ms === null ? 'never' : milliseconds(other.p50_ms),
          other.p50_ms === null ? 'bad' : undefined,
        ),
        cell(milliseconds(other.max_ms ?? undefined)),
        cell(`${whole(other.lost)} of ${whole(writes)}`, other.lost > 0 ? 'bad' : undefined),
      ],
    })),
    notes: [],
  };
}
