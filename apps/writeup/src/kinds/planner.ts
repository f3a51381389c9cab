import path from 'node:path';
import { type CompareFolder, pooled, readCompare } from '@meteor-vs-mean/measure/results';
import { milliseconds, rowOf, tableWith, whole } from '@meteor-vs-mean/report/drawing';
import { checksOf, plannerOf } from '../planner/from-runs.ts';
import type { StackModel } from '../planner/model.ts';
import { type Recorded, recordedOf } from './recorded.ts';

/** The folders of the runs that the planner is made of; both of the headline are pooled. */
export interface PlannerFolders {
  headline: readonly string[];
  curve: string;
  capacity: string;
  instances: string;
}

/** What each of the headline's rounds had. */
const people = 200;

/**
 * The planner's model, and a table of what it predicts for loads that another run measured. Figures: `error` (the largest
 * share by which it may be off), `people.<stack>.<sharing>` (measured up to).
 * @throws one line if a run lacks what it takes
 */
export async function openPlanner(folders: PlannerFolders): Promise<Recorded> {
  const [curve, capacity, instances, ...headline] = await Promise.all(
    [folders.curve, folders.capacity, folders.instances, ...folders.headline].map(readCompare),
  );
  const both = pooled(headline as CompareFolder[]).summary;
  const planner = plannerOf({
    headline: both,
    curve: curve as CompareFolder,
    capacity: capacity as CompareFolder,
    instances: (instances as CompareFolder).summary,
  });
  const models = planner.flatMap(({ title, cpu }) =>
    (['shared', 'private'] as const).map((sharing) => ({ title, sharing, cpu: cpu[sharing] })),
  );
  const percent = (share: number) => `${whole(100 * share)} %`;
  const figures = new Map(
    models.flatMap(({ title, sharing, cpu }): [string, string][] => [
      [`people.${title.toLowerCase()}.${sharing}`, whole(cpu.people)],
      [`error.${title.toLowerCase()}.${sharing}`, `±${percent(cpu.error)}`],
    ]),
  );
  figures.set('error', `±${percent(Math.max(...models.map(({ cpu }) => cpu.error)))}`);
  const rows = checksOf(both, people).map(({ stack, sharing, people, cpu_ms_per_write }) => {
    const model = planner.find(({ title }) => title.toLowerCase() === stack) as StackModel;
    const { intercept, slope, error } = model.cpu[sharing];
    const predicted = intercept + slope * people;
    return rowOf(
      `${model.title}, ${whole(people)} people, ${sharing === 'shared' ? 'one list' : 'private lists'}`,
      [
        milliseconds(predicted),
        `±${percent(error)}`,
        milliseconds(cpu_ms_per_write),
        percent(predicted / cpu_ms_per_write - 1),
      ],
    );
  });
  const check = tableWith(
    'The planner, checked against the headline',
    ['load', 'CPU per write, predicted', 'may be off by', 'measured', 'is off by'],
    rows,
    [],
  );
  return { ...recordedOf(figures, null, { tables: [check] }), planner };
}

/** @param reference the folder of all recorded runs */
export const plannerFolders = (
  reference: string,
  of: Record<'curve' | 'capacity' | 'instances', string> & { headline: readonly string[] },
): PlannerFolders => ({
  headline: of.headline.map((folder) => path.join(reference, folder)),
  curve: path.join(reference, of.curve),
  capacity: path.join(reference, of.capacity),
  instances: path.join(reference, of.instances),
});
