import { describe, expect, test } from 'vitest';
import { curves, simulateCurve } from '../bench/curves.ts';
import { shapes, simulateStarts } from '../bench/simulation.ts';
import { fitSlope, type Point, ratioOfSlopes } from '../src/index.ts';
import { fitLeastSquares } from '../src/least-squares.ts';
import { randomFrom } from '../src/random.ts';
import { errorBySegments } from '../src/segments.ts';

const steps = [0, 100, 250, 500, 1000];
const points = (of: (x: number) => number) => steps.map((x): Point => [x, of(x)]);

describe('least squares', () => {
  // NIST Statistical Reference Datasets, Norris: calibration of an ozone monitor, with certified values.
  test("NIST's certified values for Norris", () => {
    const norris: Point[] = [
      [0.2, 0.1],
      [337.4, 338.8],
      [118.2, 118.1],
      [884.6, 888.0],
      [10.1, 9.2],
      [226.5, 228.1],
      [666.3, 668.5],
      [996.3, 998.5],
      [448.6, 449.1],
      [777.0, 778.9],
      [558.2, 559.2],
      [0.4, 0.3],
      [0.6, 0.1],
      [775.5, 778.1],
      [666.9, 668.8],
      [338.0, 339.3],
      [447.5, 448.9],
      [11.6, 10.8],
      [556.0, 557.7],
      [228.1, 228.3],
      [995.8, 998.0],
      [887.6, 888.8],
      [120.2, 119.6],
      [0.3, 0.3],
      [0.3, 0.6],
      [556.8, 557.6],
      [339.1, 339.3],
      [887.2, 888.0],
      [999.0, 998.5],
      [779.0, 778.9],
      [11.1, 10.2],
      [118.3, 117.6],
      [229.2, 228.9],
      [669.1, 668.4],
      [448.9, 449.2],
      [0.5, 0.2],
    ];
    const line = fitLeastSquares([norris]);
    expect(line.slope).toBeCloseTo(1.00211681802045, 12);
    expect(line.intercept).toBeCloseTo(-0.262323073774029, 10);
    expect(line.error).toBeCloseTo(0.429796848199937e-3, 12);
    expect(line.residual).toBeCloseTo(0.884796396144373, 10);
    expect(line.r2).toBeCloseTo(0.999993745883712, 12);
    expect(line.freedom).toBe(34);
  });

  // Anscombe, "Graphs in Statistical Analysis", The American Statistician 27 (1973). All four sets have the same line
  // and r², but only the second is bent.
  test("Anscombe's first set is a noisy line, his second a curve", () => {
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const first = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    const second = [9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74];
    const [noisy, curved] = [first, second].map((y) =>
      fitLeastSquares([x.map((value, index): Point => [value, y[index] as number])]),
    );
    for (const line of [noisy, curved]) {
      expect(line?.slope).toBeCloseTo(0.5, 2);
      expect(line?.intercept).toBeCloseTo(3, 2);
      expect(line?.r2).toBeCloseTo(0.67, 2);
    }
    expect(noisy?.bend?.chance).toBeGreaterThan(0.05);
    expect(curved?.bend?.chance).toBeLessThan(1e-6);
  });
});

describe('slope', () => {
  test('starts share a slope, and each has its own intercept', () => {
    const line = fitSlope([40, 90, 50].map((empty) => points((x) => empty + 15 * x)));
    expect(line.straight).toBe(true);
    expect(line.slope).toBeCloseTo(15);
    expect(line.low).toBeCloseTo(15);
    expect(line.high).toBeCloseTo(15);
    expect(line.intercept).toBeCloseTo(60);
    expect(line.r2).toBeCloseTo(1);
  });

  test('different slopes of the starts widen the interval, though each start is a clean line', () => {
    const { slope, low, high } = fitSlope([14, 15, 16].map((per) => points((x) => per * x)));
    expect(slope).toBeCloseTo(15);
    // Student's t with two degrees of freedom, times 1 over the root of three.
    expect(high).toBeCloseTo(15 + 4.302653 / Math.sqrt(3), 5);
    expect(low).toBeCloseTo(15 - 4.302653 / Math.sqrt(3), 5);
  });

  test('a bend that all starts share widens the interval, though every start has the same slope', () => {
    // Rises of 10, 14 and 12 in segments of length 1.
    const start = [0, 10, 24, 36].map((y, x): Point => [x, y]);
    const { slope, low, high } = fitSlope([start, start, start]);
    expect(slope).toBeCloseTo(12.2);
    // The segments' variance is 4; least squares weigh them 0.3, 0.4 and 0.3. Student's t has two degrees of freedom.
    const half = 4.302653 * Math.sqrt(4 * (0.3 ** 2 + 0.4 ** 2 + 0.3 ** 2));
    expect([low, high]).toEqual([expect.closeTo(12.2 - half, 4), expect.closeTo(12.2 + half, 4)]);
  });

  test('with many equal steps, segments give the variance of a random walk’s least squares slope', () => {
    const last = 400;
    const walk: Point[] = [[0, 0]];
    for (let x = 1; x <= last; x++) walk.push([x, (walk[x - 1] as Point)[1] + (x % 2 === 0 ? 3 : -3)]);
    const { error, freedom } = errorBySegments([walk], 0) as { error: number; freedom: number };
    expect(freedom).toBe(last - 1);
    expect(error).toBeCloseTo(3 * Math.sqrt(6 / 5 / last), 2);
  });

  test('two steps are one segment, which has no other to differ from', () => {
    expect(errorBySegments([points((x) => x).slice(0, 2)], 1)).toBeNull();
  });

  test.each([
    ['the first cost 30 % more', [20, 100, 200, 300]],
    ['the first cost 30 % more', [20, 100, 250, 500, 750, 1000]],
    ['each client differs', [20, 100, 200, 300]],
    ['each client differs', [250, 500, 1000]],
    ['a fifth of it in tables that double', [20, 100, 200, 300, 400]],
  ])(
    '%s: with steps %j the interval contains the mean cost of the clients from 20 to 1,000',
    (name, steps) => {
      const curve = curves[name] as NonNullable<(typeof curves)[string]>;
      expect(simulateCurve(randomFrom(4), 200, curve, steps).found.share).toBeGreaterThanOrEqual(0.95);
    },
  );

  test('one start has no interval; two that differ have a wide one', () => {
    const one = fitSlope([points((x) => 14 * x)]);
    expect(one).toMatchObject({ low: null, high: null });
    const two = fitSlope([14, 16].map((per) => points((x) => per * x)));
    expect(two.low).toBeLessThan(14);
    expect(two.high).toBeGreaterThan(16);
  });

  test('two points are a line', () => {
    expect(
      fitSlope([
        [
          [0, 1],
          [10, 6],
        ],
      ]),
    ).toMatchObject({ slope: 0.5, intercept: 1, straight: true });
  });

  test('a start with a single x is left out; without another there is no slope', () => {
    const stuck: Point[] = [
      [5, 5],
      [5, 6],
    ];
    expect(fitSlope([stuck, points((x) => x)])).toMatchObject({ slope: 1, low: null });
    expect(() => fitSlope([stuck, [[5, 5]]])).toThrow('two or more different x');
  });

  test.each([
    ['line', 0.02, true],
    ['flat', 0.02, true],
    ['twice as steep from the middle on', 0.02, false],
    ['levelling', 0.02, false],
    ['a step of a fifth', 0.01, false],
    ['line', 0.2, false],
  ])('%s, with noise of %f of the rise: straight is %s', (shape, noise, straight) => {
    const starts = simulateStarts(randomFrom(8), 3, { shape: shapes[shape], noise });
    expect(fitSlope(starts).straight).toBe(straight);
  });

  test('a bend too small to matter is not flagged, even without noise', () => {
    const starts = [1, 2, 3].map((empty) => points((x) => empty + x + 1e-5 * x ** 2));
    expect(fitSlope(starts).straight).toBe(true);
    expect(fitSlope([1, 2, 3].map((empty) => points((x) => empty + x ** 2))).straight).toBe(false);
  });
});

describe('ratio of slopes', () => {
  const random = randomFrom(9);
  const a = fitSlope(simulateStarts(random, 3, { noise: 0.02 }));
  const b = fitSlope(simulateStarts(random, 3, { noise: 0.02, shape: (share) => share / 3 }));

  test("its ends are Fieller's: there the difference is as wide as both intervals together", () => {
    const { ratio, low, high } = ratioOfSlopes(a, b);
    expect(ratio).toBeCloseTo(3, 0);
    for (const end of [low as number, high as number]) {
      const width = Math.hypot(a.slope - (a.low as number), end * (b.slope - (b.low as number)));
      expect(Math.abs(a.slope - end * b.slope)).toBeCloseTo(width, 10);
    }
    expect(low).toBeLessThan(ratio);
    expect(high).toBeGreaterThan(ratio);
  });

  test('over a slope that may be zero there are no ends', () => {
    const flat = fitSlope(simulateStarts(random, 3, { noise: 0.02, shape: shapes.flat }));
    expect(ratioOfSlopes(a, flat)).toMatchObject({ low: null, high: null });
  });
});
