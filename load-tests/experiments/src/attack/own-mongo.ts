import type { AppStage } from '@meteor-vs-mean/testbed/apps';
import { type Mongo, type MongoOptions, startMongo } from '@meteor-vs-mean/testbed/mongo';

/** A MongoDB that ends with the round: never the one of MONGO_URL, since it may be stopped and killed. */
export function ownMongo(stage: AppStage, options: Omit<MongoOptions, 'url'> = {}): Promise<Mongo> {
  return stage.own(
    () => startMongo({ ...options, url: '' }),
    (its) => its.stop(),
  );
}
