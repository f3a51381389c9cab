/**
 * How often intervals contain the true value, and how often a bent line is distinguished from a noisy one: the figures
 * in the docstrings of `ratios`, `looks`, `fitSlope` and `ratioOfSlopes`.
 * `npm run bench:coverage -w @meteor-vs-mean/stats`, with the number of runs of each after ` -- `. TOY=1 runs only a
 * few, whose shares mean nothing.
 */
import { coverage, fitSlope, ratioOfSlopes } from '../src/index.ts';
import { randomFrom } from '../src/random.ts';
import { curves, plans, simulateCurve } from './curves.ts';
import {
  type Noise,
  noises,
  type Shown,
  shapes,
  simulateRatios,
  simulateStarts,
  simulateStopping,
} from './simulation.ts';

const isToy = process.env.TOY === '1';
if (isToy) console.log('TOY=1: too few runs for a result; this only shows that the command works\n');
const runs = isToy ? 2 : Number(process.argv[2] ?? 2_000);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const line = ({ coverage, halfWidth, pairs }: Shown) =>
  `contained ${percent(coverage)}, half width ${percent(halfWidth)}, pairs ${pairs.toFixed(1)}`;

console.log(`ratios: a figure's log has a standard deviation of 0.1, ${runs} runs each`);
const cases = [
  ...Object.entries(noises).map(([name, noise]) => ({ name, noise })),
  { name: 'lognormal, only a', noise: noises.lognormal as Noise, noiseOfB: () => 0 },
];
for (const { name, ...noise } of cases) {
  for (const pairs of [6, 8, 12, 24]) {
    console.log(`  ${pairs} pairs, ${name}: ${line(simulateRatios({ seed: 1, runs, pairs, ...noise }))}`);
  }
}

console.log('\nlooks: adding pairs until two figures are within 10 %, coverage of the first one');
for (const name of ['normal', 't, 3 df']) {
  for (const spread of [0.05, 0.1, 0.13, 0.2]) {
    for (const other of [spread, 0.01]) {
      const shown = simulateStopping(2, runs, noises[name] as Noise, [spread, other]);
      console.log(`  ${name}, standard deviations ${spread} and ${other}: ${line(shown)}`);
    }
  }
}

console.log('\nfitSlope: starts of six steps');
const random = randomFrom(3);
const plansOfStarts = [2, 3].flatMap((starts) =>
  [0, 0.01, 0.03, 0.1].flatMap((spread) => [0.003, 0.01, 0.03].map((noise) => ({ starts, spread, noise }))),
);
for (const { starts, spread, noise } of plansOfStarts) {
  const fits = Array.from({ length: runs }, () =>
    fitSlope(simulateStarts(random, starts, { spread, noise })),
  );
  const held = fits.filter(({ low, high }) => (low as number) <= 0.001 && 0.001 <= (high as number));
  const width =
    fits.reduce((sum, { low, high }) => sum + (high as number) - (low as number), 0) / runs / 2 / 0.001;
  console.log(
    `  ${starts} starts, slopes differ by ${percent(spread)}, noise ${percent(noise)} of the rise: contained ` +
      `${percent(held.length / runs)}, half width ${percent(width)}`,
  );
}

console.log('\nfitSlope: clients whose cost is not linear, by the chosen steps');
for (const [name, curve] of Object.entries(curves)) {
  for (const [steps, starts] of plans.flatMap((steps) => [3, 2].map((starts) => [steps, starts] as const))) {
    const { found, without } = simulateCurve(random, runs, curve, steps, starts);
    const shown = ({ share, half }: typeof found) =>
      `contained ${percent(share)}, half width ${percent(half)}`;
    console.log(
      `  ${name}, ${starts} starts, steps ${steps.join(', ')}: ${shown(found)}; without the choice of steps ${shown(without)}`,
    );
  }
}

console.log('\nratioOfSlopes: three starts each, the second half as steep as the first');
for (const [spread, noise] of [
  [0, 0.01],
  [0.03, 0.01],
  [0.1, 0.03],
  [0, 0.1],
] as const) {
  const ratios = Array.from({ length: runs }, () => {
    const a = fitSlope(simulateStarts(random, 3, { spread, noise }));
    const b = fitSlope(simulateStarts(random, 3, { spread, noise, shape: (share) => share / 2 }));
    return ratioOfSlopes(a, b);
  });
  const found = ratios.flatMap(({ low, high }) => (low === null || high === null ? [] : [{ low, high }]));
  console.log(
    `  slopes differ by ${percent(spread)}, noise ${percent(noise)}: contained ` +
      `${percent(coverage(found, 2)?.share ?? 0)}, no interval in ${percent(1 - found.length / runs)}`,
  );
}

console.log('\nstraight: how often a line is flagged');
for (const starts of [1, 3]) {
  for (const [name, shape] of Object.entries(shapes)) {
    const flagged = [0.003, 0.01, 0.03, 0.06].map((noise) => {
      const bent = Array.from({ length: runs }, () =>
        fitSlope(simulateStarts(random, starts, { shape, noise })),
      );
      return `${percent(bent.filter(({ straight }) => !straight).length / runs)} at noise ${percent(noise)}`;
    });
    console.log(`  ${starts} starts, ${name}: ${flagged.join(', ')}`);
  }
}
