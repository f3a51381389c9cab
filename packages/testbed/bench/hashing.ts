/**
 * What it costs to verify a password by either package that does so in the apps: `argon2`, which Meteor's accounts-password
 * takes, over `@node-rs/argon2` of MEAN's server. Both verify the same hash, of the contract's cost, one after the other.
 * `npm run bench -w @meteor-vs-mean/testbed`. TOY=1 makes one short pair.
 */
import { createHash } from 'node:crypto';
import { argon2Cost } from '@meteor-vs-mean/contract';
import { mean, type PairOf, ratios } from '@meteor-vs-mean/stats';
import { verify as verifyOfMean } from '@node-rs/argon2';
import { verify as verifyOfMeteor } from 'argon2';
import manifest from '../package.json' with { type: 'json' };
import { hashPassword } from '../src/accounts/password.ts';

const isToy = process.env.TOY === '1';
const pairs = isToy ? 1 : 12;
const verifications = isToy ? 2 : 40;

const password = 'correct horse battery staple';
const stored = await hashPassword(password);
const digest = createHash('sha256').update(password).digest('hex');

/** Of one verification, in ms. `cpu` is that of all threads. */
type Cost = Record<'cpu' | 'time', number>;

async function costOf(verify: (stored: string, digest: string) => Promise<boolean>): Promise<Cost> {
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  for (let done = 0; done < verifications; done++) {
    if (!(await verify(stored, digest))) throw new Error('A hash of the right password was refused');
  }
  const time = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000 / verifications, time: time / verifications };
}

const both = { a: verifyOfMeteor, b: verifyOfMean };
// What each package loads once belongs to no pair.
for (const verify of Object.values(both)) await verify(stored, digest);
const measured: Record<keyof Cost, PairOf[]> = { cpu: [], time: [] };
for (let pair = 0; pair < pairs; pair++) {
  const order = pair % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const);
  const costs: Partial<Record<'a' | 'b', Cost>> = {};
  for (const one of order) costs[one] = await costOf(both[one]);
  for (const what of ['cpu', 'time'] as const) {
    measured[what].push({ a: costs.a?.[what], b: costs.b?.[what], first: order[0] });
  }
}

const { argon2, '@node-rs/argon2': nodeRs } = manifest.devDependencies;
const { memoryCost_KiB, timeCost, parallelism } = argon2Cost;
if (isToy) console.log('TOY=1: so few say nothing; this only shows that the command works\n');
console.log(
  `argon2 ${argon2} over @node-rs/argon2 ${nodeRs}: a password verified, Node ${process.versions.node}`,
);
console.log(`argon2id, ${memoryCost_KiB} KiB, passes: ${timeCost}, lanes: ${parallelism}; ${pairs} pairs\n`);
for (const [what, each] of Object.entries(measured)) {
  const found = ratios(each);
  const { interval } = found ?? {};
  const meanOf = (side: 'a' | 'b') => mean(each.map((one) => one[side] as number)).toFixed(1);
  const within = interval ? ` (95 %: ${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})` : '';
  console.log(
    `${what.padEnd(5)} ${meanOf('a')} ms over ${meanOf('b')} ms: ${found?.mean.toFixed(2)}${within}`,
  );
}
