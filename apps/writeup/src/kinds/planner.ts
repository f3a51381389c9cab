import path from 'node:path';
import { pooled, readCompare } from '@meteor-vs-mean/measure/results';
import { milliseconds, rowOf, tableWith, times, whole } from '@meteor-vs-mean/report/drawing';
import { checksOf, plannerOf, speedOf } from '../planner/from-runs.ts';
import { cpuPerWrite_ms, type StackModel } from '../planner/model.ts';
import { type Recorded, recordedOf } from './recorded.ts';

/** The folders of the runs that the planner is made of; both of the headline are pooled. */
export interface PlannerFolders {
  headline: readonly string[];
  curve: string;
  capacity: string;
  instances: string;
  control: string;
}

/** What each of the headline's rounds had. */
const people = 200;

/**
 * The planner's model, and a table of what it predicts for loads that another run measured. Figures: `speed` (how many
 * times as much CPU one load took in one run as in another), `factor` (how many times too high or too low it may be, at
 * most), `people.<stack>.<sharing>` (measured up to).
 * @throws one line if a run lacks what it takes
 */
export async function openPlanner(folders: PlannerFolders): Promise<Recorded> {
  const [curve, capacity, instances, control, headline] = await Promise.all([
    readCompare(folders.curve),
    readCompare(folders.capacity),
    readCompare(folders.instances),
    readCompare(folders.control),
    Promise.all(folders.headline.map(readCompare)),
  ]);
  const both = pooled(headline).summary;
  const speeds = { instances: instances.summary, control: control.summary };
  const planner = plannerOf({ headline: both, curve, capacity, ...speeds });
  const models = planner.flatMap(({ title, cpu }) =>
    (['shared', 'private'] as const).map((sharing) => ({ title, sharing, cpu: cpu[sharing] })),
  );
  const figures = new Map(
    models.map(({ title, sharing, cpu }) => [`people.${title.toLowerCase()}.${sharing}`, whole(cpu.people)]),
  );
  figures.set('speed', times(speedOf(speeds)));
  figures.set('factor', times(Math.max(...models.map(({ cpu }) => cpu.factor))));
  const rows = checksOf(both, people).map(({ stack, sharing, people, cpu_ms_per_write }) => {
    const model = planner.find(({ title }) => title.toLowerCase() === stack) as StackModel;
    const cpu = model.cpu[sharing];
    const [predicted, factor] = [cpuPerWrite_ms(cpu, people), cpu.factor];
    return rowOf(
      `${model.title}, ${whole(people)} people, ${sharing === 'shared' ? 'one list' : 'private lists'}`,
      [
        milliseconds(predicted),
        `${milliseconds(predicted / factor)} to ${milliseconds(predicted * factor)}`,
        milliseconds(cpu_ms_per_write),
      ],
    );
  });
  const check = tableWith(
    'The planner, checked against the headline',
    ['load', 'CPU per write, predicted', 'it may be', 'measured'],
    rows,
    [],
  );
  return { ...recordedOf(figures, null, { tables: [check] }), planner };
}

/** @param reference the folder of all recorded runs */
export const plannerFolders = (
  reference: string,
  of: Record<'curve' | 'capacity' | 'instances' | 'control', string> & { headline: readonly string[] },
): PlannerFolders => ({
  headline: of.headline.map((folder) => path.join(reference, folder)),
  curve: path.join(reference, of.curve),
  capacity: path.join(reference, of.capacity),
  instances: path.join(reference, of.instances),
  control: path.join(reference, of.control),
});
