import {
  type Cell,
  cell,
  megabytes,
  milliseconds,
  short,
  type Table,
  whole,
} from '@meteor-vs-mean/report/drawing';
import type { Drawings } from '../kinds/json.ts';
import { type Arrivals, type Breaks, type InstancesRun, type SlowClientRun, titles } from './breaks.ts';
import { memoryChart } from './memory-chart.ts';

/**
 * Chart `memory`: what the app keeps while one client reads nothing. Tables `a client that stops reading` and `two
 * instances`.
 * @throws one line if it is a toy's
 */
export function drawBreaks({ toy, slowClients, instances }: Breaks): Drawings {
  if (toy) throw new Error('breaks.json is of a run with TOY=1: it only shows that the command works');
  return {
    charts: [memoryChart('memory', 'What the app keeps while one client reads nothing', slowClients)],
    tables: [slowClientTable(slowClients), instancesTable(instances)],
  };
}

function slowClientTable(runs: readonly SlowClientRun[]): Table {
  const row = (label: string, of: (run: SlowClientRun) => string) => ({
    label,
    cells: runs.map((run) => cell(of(run))),
  });
  return {
    kind: 'table',
    caption: 'A client that stops reading',
    head: [cell('the app'), ...runs.map(({ stack }) => cell(titles[stack] ?? stack))],
    rows: [
      row('keeps, before the client is stopped', ({ before_bytes }) => megabytes(before_bytes)),
      row('keeps at most, afterwards', ({ peak_bytes }) => megabytes(peak_bytes)),
      row('the difference', ({ rise_bytes }) => megabytes(rise_bytes)),
      row('says something of it after', ({ said: [first] }) =>
        first ? `${short(first.after_s)} s` : 'it says nothing',
      ),
      row('has given most of it back after', ({ backAfter_s }) =>
        backAfter_s === null ? 'it still kept it' : `${short(backAfter_s)} s`,
      ),
      row('has no connection to it after', goneAfter),
      row('sent to the other client meanwhile, changes', ({ owed }) => whole(owed)),
    ],
    notes: [{ text: 'One start of each app. Kept: heap and buffers, after collecting all garbage.' }],
  };
}

function goneAfter({ goneAfter_s, points }: SlowClientRun): string {
  if (goneAfter_s !== null) return `${short(goneAfter_s)} s`;
  const isSeen = points.some(({ isConnected }) => typeof isConnected === 'boolean');
  return isSeen ? 'it still had one' : "it can't be seen on this system";
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
        medianCell(same, writes),
        medianCell(other, writes),
        cell(other.lost === writes ? '-' : milliseconds(other.max_ms)),
        cell(`${whole(other.lost)} of ${whole(writes)}`, other.lost > 0 ? 'bad' : undefined),
      ],
    })),
    notes: [],
  };
}

function medianCell({ p50_ms, lost }: Arrivals, writes: number): Cell {
  return cell(lost === writes ? 'never' : milliseconds(p50_ms), p50_ms === null ? 'bad' : undefined);
}
