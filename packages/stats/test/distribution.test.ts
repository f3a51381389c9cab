import { expect, test } from 'vitest';
import { exceedsF, studentQuantile } from '../src/distribution.ts';

// NIST/SEMATECH e-Handbook of Statistical Methods, tables 1.3.6.7.2 (t) and 1.3.6.7.3 (F).
test.each([
  [1, 12.706],
  [2, 4.303],
  [4, 2.776],
  [10, 2.228],
  [34, 2.032],
  [100, 1.984],
])('t with %i degrees of freedom has the 97.5 % quantile %f', (freedom, value) => {
  expect(studentQuantile(0.975, freedom)).toBeCloseTo(value, 3);
});

test.each([
  [1, 3, 10.128],
  [4, 10, 3.478],
  [10, 20, 2.348],
])('F with %i and %i degrees of freedom has the 95 % quantile %f', (above, below, value) => {
  expect(exceedsF(value, above, below)).toBeCloseTo(0.05, 4);
});
