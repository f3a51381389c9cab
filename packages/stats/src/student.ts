/**
 * Student's t, for whole degrees of freedom: Abramowitz & Stegun, Handbook of Mathematical Functions (1964), 26.7.3
 * and 26.7.4, where t = sqrt(freedom) * tan(angle).
 * @returns the probability of lying within t of zero
 */
export function studentWithin(t: number, freedom: number): number {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(freedom));
  const cosine = Math.cos(angle);
  const odd = freedom % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let power = odd ? 3 : 2; power <= freedom - 2; power += 2) {
    term *= (cosine * cosine * (power - 1)) / power;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

/**
 * @param probability above 0.5: 0.975 for the ends of a 95 % interval
 * @param freedom degrees of freedom; a fraction is rounded down, which widens
 * @throws without a degree of freedom
 */
export function studentQuantile(probability: number, freedom: number): number {
  const whole = Math.floor(freedom);
  if (!(whole >= 1)) throw new Error(`Student's t needs a degree of freedom, not ${freedom}`);
  let low = 0;
  let high = Math.PI / 2;
  for (let step = 0; step < 60; step++) {
    const angle = (low + high) / 2;
    if (studentWithin(Math.sqrt(whole) * Math.tan(angle), whole) < 2 * probability - 1) low = angle;
    else high = angle;
  }
  return Math.sqrt(whole) * Math.tan((low + high) / 2);
}
