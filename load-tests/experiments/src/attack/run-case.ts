import type { Sample } from '@meteor-vs-mean/measure/run';
import type { AppStage } from '@meteor-vs-mean/testbed/apps';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import { boundOf, type Case, clientOf } from './cases/case.ts';
import { ownMongo } from './own-mongo.ts';
import { prepare } from './prepare.ts';

/**
 * Does one case to an app of its own.
 * @param isTimed whether it must hold within its times, too. On a machine that does other work they say little
 */
export async function runCase(build: Build, one: Case, isTimed: boolean, stage: AppStage): Promise<Sample> {
  const { stack } = build;
  const mongo = one.ownMongo ? await ownMongo(stage) : stage.mongo;
  const db = await stage.database(mongo);
  await prepare(db);
  const app = await stage.start(build, db, { mongo, probe: true, ...one.start });
  const client = (address: number) =>
    stage.own(
      () => clientOf(stack, app.url, address),
      (its) => its.close(),
    );
  const outcome = await one.run({ stack, app, db, mongo, stage, client });
  const held = outcome.held && (!isTimed || outcome.inTime !== false);
  return {
    figures: { held: held ? 1 : 0 },
    accounts: [{ what: 'cases', owed: 1, seen: 1 }],
    texts: { 'seen.txt': `${one.title}\nmust hold: ${boundOf(one, isTimed)}\nseen: ${outcome.seen}\n` },
  };
}
