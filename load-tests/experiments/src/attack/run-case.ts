import type { Sample } from '@meteor-vs-mean/measure/run';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import type { RoundTestbed } from '../command/round-testbed.ts';
import { boundOf, type Case, clientOf } from './cases/case.ts';
import { prepare } from './prepare.ts';

/**
 * Does one case to an app of its own.
 * @param isTimed whether it must hold within its times, too. On a machine that does other work they say little
 */
export async function runCase(
  build: Build,
  one: Case,
  isTimed: boolean,
  testbed: RoundTestbed,
): Promise<Sample> {
  const { stack } = build;
  const here = one.hasOwnMongo ? await testbed.withOwnMongo() : testbed;
  const app = await here.start(build, { seed: prepare, probe: true, ...one.start });
  const client = (address: number) =>
    testbed.own(
      () => clientOf(stack, app.url, address),
      (its) => its.close(),
    );
  const outcome = await one.run({ stack, app, db: app.db, testbed: here, client });
  const held = outcome.held && (!isTimed || outcome.inTime !== false);
  return {
    figures: { held: held ? 1 : 0 },
    accounts: [{ what: 'cases', owed: 1, seen: 1 }],
    texts: { 'seen.txt': `${one.title}\nmust hold: ${boundOf(one, isTimed)}\nseen: ${outcome.seen}\n` },
  };
}
