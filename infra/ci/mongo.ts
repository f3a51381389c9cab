import { startMongo } from '@meteor-vs-mean/testbed/mongo';

/**
 * Vitest's global setup: one MongoDB for all files of tests, which find it as the environment's MONGO_URL. Each file uses a
 * database of its own. A test that stops or kills mongod, or looks at all of its databases, starts one with `{ url: '' }`.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.MONGO_URL) return async () => {};
  const mongo = await startMongo();
  process.env.MONGO_URL = mongo.url;
  return () => mongo.stop();
}
