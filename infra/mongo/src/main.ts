/**
 * The service `replica-set` of compose.yaml: MONGO_SERVER, MONGO_MEMBER, and MONGO_KEYS, the folder of make-keys.sh.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareReplicaSet } from './replica-set.ts';

/** Both apps use this one, as in packages/stacks. */
const database = 'app';

function setting(name: string, example: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is not set: set it, for instance to ${example}`);
}

async function main(): Promise<void> {
  const keys = setting('MONGO_KEYS', '/keys');
  const password = async (user: string) => (await readFile(join(keys, user), 'utf8')).trim();
  const member = setting('MONGO_MEMBER', 'mongo:27017');
  await prepareReplicaSet({
    server: setting('MONGO_SERVER', '127.0.0.1:27017'),
    member,
    setName: 'rs0',
    database,
    passwords: {
      admin: await password('admin'),
      apps: await password('apps'),
      generator: await password('generator'),
    },
  });
  console.log(`${member} is a replica set, and its user apps may write the database ${database}`);
}

try {
  await main();
} catch (error) {
  console.error(`replica-set: ${(error as Error).message}`);
  process.exitCode = 1;
}
