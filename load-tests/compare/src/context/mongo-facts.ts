import type { AppContestant, MongoFacts } from '@meteor-vs-mean/measure/results';
import type { Document, MongoClient } from 'mongodb';

/** Reads what decides how fast a write is durable from the running server itself. */
export async function mongoFacts(
  client: MongoClient,
  source: string,
): Promise<Omit<MongoFacts, 'writeConcern'>> {
  const admin = client.db('admin');
  const ask = async (command: Document): Promise<Document | null> => {
    try {
      return await admin.command(command);
    } catch {
      // A hosted server may forbid it: then the fact is unknown, not a default.
      return null;
    }
  };
  const status = await ask({ serverStatus: 1 });
  const config = await ask({ replSetGetConfig: 1 });
  const parameters = await ask({ getParameter: 1, journalCommitInterval: 1 });
  const defaults = await ask({ getDefaultRWConcern: 1 });
  return {
    version: (await admin.command({ buildInfo: 1 })).version,
    source,
    storageEngine: status?.storageEngine?.name ?? 'unknown',
    journalCommitInterval_ms: parameters?.journalCommitInterval ?? null,
    writeConcernMajorityJournalDefault: config?.config?.writeConcernMajorityJournalDefault ?? null,
    defaultWriteConcern: defaults?.defaultWriteConcern ?? null,
  };
}

/** What the writes of a run ask MongoDB for, in words. */
export function askedFor(contestants: readonly AppContestant[]): string {
  const other = contestants.filter(({ variant }) => variant.writeConcern !== 'majority');
  return other.length === 0
    ? 'w: majority'
    : `w: majority; w: 1 of ${other.map(({ key }) => key).join(', ')}`;
}
