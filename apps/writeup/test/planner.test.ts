import { newestReference, pooled, readCompare } from '@meteor-vs-mean/measure/results';
import { describe, expect, test } from 'vitest';
import { fitRelative } from '../src/planner/fit.ts';
import { checksOf, plannerOf } from '../src/planner/from-runs.ts';
import { cpuPerWrite_ms, predict, type StackModel } from '../src/planner/model.ts';

describe('a fit', () => {
  test('of points on a line is that line, without an error', () => {
    const fit = fitRelative([
      [100, 5],
      [200, 7],
      [400, 11],
    ]);
    expect(fit.intercept).toBeCloseTo(3);
    expect(fit.slope).toBeCloseTo(0.02);
    expect(fit.error).toBeCloseTo(0);
  });

  test('has the miss of the point that the others predict worst', () => {
    const fit = fitRelative([
      [1, 10],
      [2, 10],
      [3, 10],
      [4, 20],
    ]);
    expect(fit.error).toBeCloseTo(0.5);
  });

  test('costs nothing less with more people, and nothing below zero without any', () => {
    expect(
      fitRelative([
        [1, 12],
        [10, 11],
        [100, 10],
      ]).slope,
    ).toBe(0);
    expect(
      fitRelative([
        [1, 0.5],
        [10, 10],
        [20, 21],
      ]).intercept,
    ).toBe(0);
  });

  test('takes three points', () => {
    expect(() =>
      fitRelative([
        [1, 1],
        [2, 2],
      ]),
    ).toThrow('takes 3 points; there are 2');
  });
});

describe('a prediction', () => {
  const cpu = { intercept: 5, slope: 0.01, factor: 2, people: 1000, writes_per_s: 20 };
  const model: StackModel = {
    title: 'Meteor',
    cpu: { shared: cpu, private: { ...cpu, slope: 0.03 } },
    empty_bytes: 100e6,
    memory: {
      shared: { client_bytes: 10e3, document_bytes: 1e3 },
      private: { client_bytes: 20e3, document_bytes: 2e3 },
    },
    elsewhere_ms: 1,
  };
  const load = { people: 200, sharing: 'private', documents: 100, writes_per_minute: 3 } as const;

  test('is what the writes and the people cost', () => {
    // 10 writes a second, each 5 + 0.03 x 200 = 11 ms.
    expect(predict(model, load)).toEqual({
      cores: expect.closeTo(0.11),
      factor: 2,
      memory_bytes: 100e6 + 200 * (20e3 + 100 * 2e3),
      instances: 1,
      isBeyond: false,
    });
  });

  test('adds processes until each has room, and says that they were not measured', () => {
    const many = predict(model, { ...load, people: 1000, writes_per_minute: 3 });
    // 50 writes a second, each 35 ms and 1 ms at each other process.
    expect(many.instances).toBe(3);
    expect(many.cores).toBeCloseTo((50 * (5 + 30 + 2)) / 1000);
    expect(many.isBeyond).toBe(true);
    expect(predict(model, { ...load, people: 3000, writes_per_minute: 0 }).instances).toBe(3);
  });

  test('has no number of processes if each is busy with the writes of the others', () => {
    // 1,000 writes a second cost each process 1 s of CPU a second.
    expect(predict(model, { ...load, people: 1000, writes_per_minute: 60 }).instances).toBeNull();
  });

  test('of more writes than were measured says so', () => {
    const busy = { ...load, people: 100, writes_per_minute: 15 };
    expect(predict(model, busy)).toMatchObject({ instances: 1, isBeyond: true });
  });
});

test('what the headline measured lies between what the planner says it may be', async () => {
  const folder = async (name: string) => readCompare(await newestReference(name));
  const [curve, capacity] = [await folder('curve'), await folder('capacity')];
  const [instances, control, headline] = [
    (await folder('instances')).summary,
    (await folder('control')).summary,
    pooled([await folder('full-200'), await folder('full-200-again')]).summary,
  ];
  const planner = plannerOf({ headline, curve, capacity, instances, control });
  const checks = checksOf(headline, 200);
  expect(checks.length).toBe(4);
  for (const { stack, sharing, people, cpu_ms_per_write } of checks) {
    const model = planner.find(({ title }) => title.toLowerCase() === stack);
    const cpu = (model as StackModel).cpu[sharing];
    const off = cpuPerWrite_ms(cpu, people) / cpu_ms_per_write;
    expect(Math.max(off, 1 / off), `${stack}, ${sharing}`).toBeLessThan(cpu.factor);
  }
});
