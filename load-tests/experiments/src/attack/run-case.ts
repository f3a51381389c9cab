import type { Sample } from '@meteor-vs-mean/measure/run';
import type { AppStage } from '@meteor-vs-mean/testbed/apps';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import { clientOf } from '../client.ts';
import { addressOf } from './address.ts';
import { boundOf, type Case } from './cases/case.ts';
import { ownMongo } from './own-mongo.ts';
import { prepare } from './prepare.ts';

/**
 * Runs one case against an app of its own.
 * @param isTimed whether the case must also hold within its times, which say little on a busy machine
 */
export async function runCase(build: Build, one: Case, isTimed: boolean, stage: AppStage): Promise<Sample> {
  const { stack } = build;
  const mongo = one.ownMongo ? await ownMongo(stage) : stage.mongo;
  const db = await stage.database(mongo);
  await prepare(db);
  const app = await stage.start(build, db, { mongo, probe: true, ...one.start });
  const client = (address: number) =>
    stage.own(
      () => clientOf(stack, app.url, { localAddress: addressOf(address) }),
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
