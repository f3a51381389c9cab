import { setTimeout as wait } from 'node:timers/promises';
import { type Db, MongoNetworkError, MongoServerError } from 'mongodb';

export const setName = 'rs0';

/**
 * Makes a new server a replica set of one, and tells one with kept data on which port it is now. A mongod that is still
 * loading its data contradicts itself: it has no configuration yet, then it has one already; and when it finds that its
 * port is another one, it closes its connections. So it is asked again until it is as it should be.
 *
 * @param member host and port
 * @param signal ends the asking
 * @throws what mongod answers, if that doesn't pass
 */
export async function configure(
  admin: Pick<Db, 'command'>,
  member: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await configureOnce(admin, member);
    } catch (error) {
      if (!passes(error) || signal.aborted) throw error;
      await wait(50);
    }
  }
}

async function configureOnce(admin: Pick<Db, 'command'>, member: string): Promise<void> {
  const config = await admin.command({ replSetGetConfig: 1 }).then(
    (reply) => reply.config,
    (error) => {
      if (error.codeName !== 'NotYetInitialized') throw error;
    },
  );
  if (config === undefined) {
    await admin.command({ replSetInitiate: { _id: setName, members: [{ _id: 0, host: member }] } });
  } else if (config.members.length !== 1 || config.members[0].host !== member) {
    const members = [{ ...config.members[0], host: member }];
    const next = { ...config, version: config.version + 1, members };
    await admin.command({ replSetReconfig: next, force: true });
  }
}

const passing = [
  'AlreadyInitialized',
  'NotYetInitialized',
  'ConfigurationInProgress',
  'InterruptedDueToReplStateChange',
];

function passes(error: unknown): boolean {
  if (error instanceof MongoServerError) return passing.includes(error.codeName ?? '');
  return error instanceof MongoNetworkError;
}
