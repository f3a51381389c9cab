import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';
import { onTestFinished } from 'vitest';
import { makeSchedule } from '../src/account/schedule.ts';
import { whole } from '../src/account/share.ts';
import type { ScheduleFile } from '../src/folder/rendezvous.ts';
import type { WritersFile } from '../src/folder/writers-file.ts';
import { untakenWrites } from '../src/results/shortfall.ts';
import { writeVariables } from '../src/writers/message.ts';
import { Writers, type WritersPlan } from '../src/writers/writers.ts';

/** How many writes there are, in a quarter of a second. */
export const writes = 80;

export function scheduleOf(change: Partial<ScheduleFile> = {}): ScheduleFile {
  const arrivals = 'constant' as const;
  return {
    ...makeSchedule({ seed: 1, rate_per_s: 4 * writes, duration_ms: 250, writers: 2, arrivals }),
    ...{ tag: 'w', groups: 1, drain_ms: 500, ack: true, expect: [], writer: 'app' },
    ...{ transport: 'socketio', target: '' },
    ...change,
  };
}

/** Writes once, and ends. @param meanwhile runs while the writers write */
export async function write(plan: WritersPlan, meanwhile?: () => Promise<void>): Promise<WritersFile> {
  const writers = new Writers(plan);
  onTestFinished(() => writers.stop());
  await writers.connected;
  writers.start(process.hrtime.bigint() + 20_000_000n, whole);
  await meanwhile?.();
  return writers.done;
}

/** Two writers that call `say` of an app. */
export function planOf(
  url: string,
  schedule: ScheduleFile,
  options: Partial<ConnectOptions> = {},
): WritersPlan {
  const connection: ConnectOptions = { url, transport: 'socketio', answer: 'ok', ...options };
  const params = [writeVariables.$writeId];
  return {
    schedule,
    app: { call: 'say', ack: schedule.ack },
    prepare: (link) =>
      Promise.all(
        [0, 1].map(async (writer) => {
          await link.connect(writer, connection);
          return params;
        }),
      ),
  };
}

/** The shortfalls of the writes, a line each. */
export const said = (file: WritersFile, schedule: ScheduleFile) =>
  untakenWrites(file, schedule).map(({ code, by, reason }) => `${code}, ${by}: ${reason}`);
