/**
 * Whether the interval of `fitCostLine` holds the truth as often as it says: the figures of its docstring.
 * `node packages/stats/bench/cost-line.ts`, and after it how many runs each.
 */
import { fitCostLine } from '../src/index.ts';
import { randomFrom } from '../src/random.ts';
import { type CostNoise, costNoises, simulateCosts } from './costs.ts';

const runs = Number(process.argv[2] ?? 2_000);
const all = [1, 10, 100, 500, 1000, 2000];

console.log(`fitCostLine: a cost of 10 at no query, ${runs} runs each`);
const random = randomFrom(5);
for (const slope of [0.024, 0]) {
  for (const levels of [all, all.slice(0, 4), all.slice(0, 3)]) {
    for (const each of [2, 4]) {
      for (const [name, noise] of Object.entries(costNoises)) {
        const held = Array.from({ length: runs }, () =>
          fitCostLine(simulateCosts(random, { levels, each, slope, noise: noise as CostNoise })),
        ).filter((line) => line && (line.low as number) <= slope && slope <= (line.high as number));
        const share = ((100 * held.length) / runs).toFixed(1);
        console.log(`  slope ${slope}, ${levels.length} levels of ${each}, noise ${name}: held ${share} %`);
      }
    }
  }
}
