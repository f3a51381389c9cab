import { startMongo } from '@meteor-vs-mean/testbed/mongo';

/**
 * Vitest's global setup: one MongoDB for all test files, as MONGO_URL in the environment. Each file uses its own
 * database. A test that stops or kills mongod, or reads all of its databases, starts one with `{ url: '' }`.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.MONGO_URL) return async () => {};
  const mongo = await startMongo();
  process.env.MONGO_URL = mongo.url;
  return () => mongo.stop();
}
