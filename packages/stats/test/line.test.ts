import { expect, test } from 'vitest';
import { fitLine } from '../src/index.ts';

test('points on a line give that line', () => {
  const line = fitLine([0, 100, 250, 1000].map((clients) => [clients, 40_000 + 15 * clients] as const));
  expect(line.slope).toBeCloseTo(15);
  expect(line.intercept).toBeCloseTo(40_000);
  expect(line.r2).toBeCloseTo(1);
  expect(line.worst).toBeCloseTo(0);
});

// Anscombe, "Graphs in Statistical Analysis", The American Statistician 27 (1973): set I.
test("Anscombe's first set has its published line", () => {
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  const line = fitLine(x.map((value, index) => [value, y[index] as number] as const));
  expect(line.slope).toBeCloseTo(0.5, 3);
  expect(line.intercept).toBeCloseTo(3.0, 3);
  expect(line.r2).toBeCloseTo(0.67, 2);
});

test('one point determines no line', () => {
  expect(() => fitLine([[5, 5]])).toThrow('two different x');
});
