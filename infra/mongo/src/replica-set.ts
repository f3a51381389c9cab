import { setTimeout as wait } from 'node:timers/promises';
import { type Document, MongoClient } from 'mongodb';

/** A mongod that was started with --replSet and --keyFile, and its configuration. */
export interface ReplicaSetOrder {
  /** The address for this program, host:port. Before there is a user it only listens on its loopback address. */
  server: string;
  /** The address for its clients, host:port. */
  member: string;
  setName: string;
  /** The database that the apps may write. */
  database: string;
  passwords: { admin: string; apps: string; generator: string };
}

const admin = 'admin';
const apps = 'apps';
const generator = 'generator';
/** The database in which the machines of a run meet. */
const rendezvous = 'rendezvous';
const timeout_ms = 60_000;

/**
 * Makes it a replica set of one with three users: `admin`; `apps`, who may write the apps' database and read the oplog;
 * and `generator`, who may write the database in which load generators meet. Existing users stay, and get a changed
 * password.
 * @throws a one-line error
 */
export async function prepareReplicaSet(order: ReplicaSetOrder): Promise<void> {
  const { server, member, setName, passwords } = order;
  if (!(await isAdmin(order))) {
    await using open = await connect(server);
    await initiate(open.client, setName, member);
    await untilPrimary(open.client);
    await createUser(open.client, admin, passwords.admin, ['root']);
  }
  await using open = await connect(server, passwords.admin);
  await untilPrimary(open.client);
  await createUser(open.client, apps, passwords.apps, rolesOf(order));
  await createUser(open.client, generator, passwords.generator, [{ role: 'readWrite', db: rendezvous }]);
}

/** readWrite includes change streams; Meteor follows the oplog, which is in the database `local`. */
function rolesOf({ database }: ReplicaSetOrder): Document[] {
  return [
    { role: 'readWrite', db: database },
    { role: 'read', db: 'local' },
  ];
}

/** Whether the admin exists already. */
async function isAdmin({ server, passwords }: ReplicaSetOrder): Promise<boolean> {
  try {
    await using _open = await connect(server, passwords.admin);
    return true;
  } catch (error) {
    if ((error as { codeName?: string }).codeName === 'AuthenticationFailed') return false;
    throw error;
  }
}

async function connect(
  server: string,
  password?: string,
): Promise<{ client: MongoClient } & AsyncDisposable> {
  const client = new MongoClient(`mongodb://${server}/?directConnection=true`, {
    serverSelectionTimeoutMS: timeout_ms,
    ...(password === undefined ? {} : { auth: { username: admin, password }, authSource: 'admin' }),
  });
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    throw error;
  }
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

async function initiate(client: MongoClient, setName: string, member: string): Promise<void> {
  const config = { _id: setName, members: [{ _id: 0, host: member }] };
  await client
    .db('admin')
    .command({ replSetInitiate: config })
    .catch((error: { codeName?: string }) => {
      if (error.codeName !== 'AlreadyInitialized') throw error;
    });
}

async function untilPrimary(client: MongoClient): Promise<void> {
  const end = performance.now() + timeout_ms;
  while (performance.now() < end) {
    const { isWritablePrimary } = await client.db('admin').command({ hello: 1 });
    if (isWritablePrimary) return;
    await wait(100);
  }
  throw new Error(`mongod isn't the primary after ${timeout_ms / 1000} s: look at its log`);
}

async function createUser(
  client: MongoClient,
  user: string,
  password: string,
  roles: readonly (string | Document)[],
): Promise<void> {
  const as = { pwd: password, roles };
  const db = client.db('admin');
  await db.command({ createUser: user, ...as }).catch(async (error: { code?: number }) => {
    const isThere = error.code === 51003;
    if (!isThere) throw error;
    await db.command({ updateUser: user, ...as });
  });
}
