import type { Round } from '@meteor-vs-mean/measure/results';
import { ruleOf } from '@meteor-vs-mean/measure/run';
import type { MongoClient } from 'mongodb';

/** By which MongoDB knows the client of a test. */
export const appName = 'the test';

/** Why a round is void, but for what only says that this machine was busy. */
export function faults({ reasons }: Round): string[] {
  return reasons.flatMap(({ code, reading }) => (ruleOf(code).ofSpeed ? [] : [`${code}: ${reading}`]));
}

/** Databases that a run would have made. */
export async function databasesOf(client: MongoClient): Promise<string[]> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  return databases.map(({ name }) => name).filter((name) => !['admin', 'config', 'local'].includes(name));
}

/** Connections to MongoDB of others than this test: an app's, a bench's. */
export async function strangersOf(client: MongoClient): Promise<number> {
  const operations = client
    .db('admin')
    .aggregate([
      { $currentOp: { allUsers: true, idleConnections: true } },
      { $match: { clientMetadata: { $exists: true }, appName: { $nin: [appName, 'MongoDB Internal'] } } },
      { $match: { 'clientMetadata.driver.name': /^nodejs/ } },
    ]);
  return (await operations.toArray()).length;
}
