import {
  type AppResult,
  type Capacity,
  type CompareFolder,
  type CompareSummary,
  type Curve,
  costOf,
  costsOfClient,
  type DeliveryRound,
  figureOf,
} from '@meteor-vs-mean/measure/results';
import { fitRelative, type Point } from './fit.ts';
import type { CpuModel, MemoryModel, Sharing, StackModel } from './model.ts';

/** The runs that a planner is made of; none of them is the one that checks it. */
export interface PlannerRuns {
  /** Memory of a client, and of the app without clients. */
  headline: CompareSummary;
  /** CPU of a write with private lists. */
  curve: CompareFolder;
  /** CPU of a write into a shared list. */
  capacity: CompareFolder;
  /** What an instance spends on writes that others take. */
  instances: CompareSummary;
  /** With `instances` it shows how much the machine's speed changed between runs. */
  control: CompareSummary;
}

const titles: Readonly<Record<string, string>> = { meteor: 'Meteor', mean: 'MEAN' };
const sharedList = 'users of one list';
/** Enough to see what one costs. */
const documents = 100;

/** @throws one line if a run lacks what it takes */
export function plannerOf(runs: PlannerRuns): StackModel[] {
  const speed = speedOf(runs);
  return Object.entries(titles).map(([stack, title]) => ({
    title,
    cpu: { shared: sharedCpu(runs.capacity, stack, speed), private: privateCpu(runs.curve, stack, speed) },
    empty_bytes: lineOfClients(runs.headline, stack, '', 'rss', 0).intercept,
    memory: { shared: memoryOf(runs.headline, stack, ''), private: memoryOf(runs.headline, stack, ' own') },
    elsewhere_ms: elsewhere(runs.instances, stack),
  }));
}

/** How many times as much CPU one load took in one run as in another: the machine is a virtual one. */
export function speedOf({ control, instances }: Pick<PlannerRuns, 'control' | 'instances'>): number {
  const ratios = Object.keys(titles).flatMap((stack) => {
    const [a, b] = [cpuPerWrite(control, stack), cpuPerWrite(instances, stack)];
    return a === undefined || b === undefined ? [] : [Math.max(a, b) / Math.min(a, b)];
  });
  if (ratios.length === 0) throw new Error('The control and the run of instances have no stack in common');
  return Math.max(...ratios);
}

/** One shared list, in ms. */
function cpuPerWrite({ results }: CompareSummary, key: string): number | undefined {
  const mine = results.filter((one) => one.key === key);
  return firstOf(mine, 'appCpu_ms_per_write');
}

/** Of the contestants the first that has the figure. */
function firstOf(results: readonly AppResult[], name: string): number | undefined {
  const values = results.map((one) => figureOf(one, { name }));
  return values.find((value) => value != null) ?? undefined;
}

function sharedCpu({ summary, rounds }: CompareFolder, stack: string, speed: number): CpuModel {
  const found = summary.capacities.find(
    ({ contestant, what }) => contestant === stack && what === sharedList,
  );
  if (!found) throw new Error(`The run of capacities has no "${sharedList}" of ${stack}`);
  return cpuOf(found, rounds.filter(isDelivery), speed);
}

function privateCpu({ summary, rounds }: CompareFolder, stack: string, speed: number): CpuModel {
  const found = summary.curves.find((curve) => curve.stack === stack);
  if (!found) throw new Error(`The run of curves has none of ${stack}`);
  return cpuOf(found, rounds.filter(isDelivery), speed);
}

const isDelivery = (round: CompareFolder['rounds'][number]): round is DeliveryRound =>
  round.kind === 'deliveries';

/** Of the levels that passed. */
function cpuOf(searched: Capacity | Curve, rounds: readonly DeliveryRound[], speed: number): CpuModel {
  const passed = searched.levels.filter(({ verdict }) => verdict === 'passed');
  const points = passed.flatMap(({ level, cpu_ms_per_write }): Point[] =>
    cpu_ms_per_write === null ? [] : [[level, cpu_ms_per_write]],
  );
  const last = passed.at(-1);
  const round = rounds.find((one) => one.round === last?.trials[0]?.round);
  const { intercept, slope, error } = fitRelative(points);
  return {
    ...{ intercept, slope, factor: (1 + error) * speed },
    people: last?.level ?? 0,
    writes_per_s: round?.rate_per_s ?? 0,
  };
}

/** A client without documents costs the same in each audience: it follows nothing. */
function memoryOf(summary: CompareSummary, stack: string, audience: string): MemoryModel {
  const without = lineOfClients(summary, stack, '', 'heap', 0).slope;
  const withAll = lineOfClients(summary, stack, audience, 'heap', documents).slope;
  return { client_bytes: without, document_bytes: Math.max(0, (withAll - without) / documents) };
}

function lineOfClients(
  { results }: CompareSummary,
  stack: string,
  audience: string,
  line: string,
  held: number,
) {
  const figure = costsOfClient(held).find((one) => one.line === line);
  const mine = results.filter(({ key }) => key === `${stack}${audience}`);
  const cost = figure && mine.map((one) => costOf(one, figure)).find((one) => one !== null);
  if (!cost) throw new Error(`The headline has no ${line} of ${stack}${audience} with ${held} documents`);
  return cost.line;
}

function elsewhere({ results }: CompareSummary, stack: string): number {
  const mine = results.filter((one) => one.stack === stack);
  const found = firstOf(mine, 'idleInstanceCpu_ms_per_write');
  if (found === undefined) throw new Error(`The run of instances has no idle instance of ${stack}`);
  return found;
}

/** A load that was measured by a run which the model isn't made of, and what one write cost there. */
export interface Check {
  stack: string;
  sharing: Sharing;
  people: number;
  cpu_ms_per_write: number;
}

/** What the headline measured: its CPU is no part of the model. */
export function checksOf(headline: CompareSummary, people: number): Check[] {
  return Object.keys(titles).flatMap((stack) =>
    (['shared', 'private'] as const).flatMap((sharing): Check[] => {
      const key = sharing === 'shared' ? stack : `${stack} own`;
      const cpu = cpuPerWrite(headline, key);
      return cpu === undefined ? [] : [{ stack, sharing, people, cpu_ms_per_write: cpu }];
    }),
  );
}
