/** The command `npm run accounts`. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@meteor-vs-mean/contract';
import { type Db, MongoClient } from 'mongodb';
import { database, keptMongo } from '../dev/data.ts';
import { databaseOf } from '../mongo/index.ts';
import { exit, nonEmpty, OptionError, root, runCommand, value, wholeFrom } from '../process/index.ts';
import { openTestbed } from '../testbed.ts';
import { planAccounts, type Wanted } from './accounts.ts';
import { readAccounts, writeAccounts } from './csv.ts';
import { removeAccounts } from './remove.ts';

const command = {
  name: 'accounts',
  about:
    'Makes accounts for load tests, straight in MongoDB, as both apps store them, and a file for Artillery’s payload with\n' +
    'the columns username, password, token (of a session), listId and sharedListId. All have one password, which is hashed once.',
  options: {
    count: value('<number>', 'of accounts', wholeFrom(1, 100_000), 100),
    todos: value('<number>', 'gives each a private list of its own with so many todos', wholeFrom(0, 1000)),
    shared: value(
      '<number>',
      'so many of them share one more private list',
      wholeFrom(2, limits.membersPerList),
    ),
    out: value(
      '<file>',
      'where they are written: readable by its owner only; never overwrites a file',
      nonEmpty,
      'accounts.csv',
    ),
    remove: value(
      '<file>',
      'removes the accounts of that file, and those that journey.yml signed up, with their lists, and then the file',
      nonEmpty,
    ),
    url: value(
      'mongodb://host/database',
      'of the apps; default: what `npm run serve` and `dev` use',
      databaseUrl,
    ),
  },
  notes: 'The file opens these accounts: keep it out of git, and remove them when you are done.',
};

function databaseUrl(text: string): string {
  if (databaseOf(text) !== undefined) return text;
  throw new OptionError('must be like mongodb://127.0.0.1:27017/app: with the name of the database');
}

/** Works on the database that is named, or on that of `serve` and `dev`. */
async function withDatabase<Result>(
  url: string | undefined,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (url !== undefined) {
    await using client = await MongoClient.connect(url, { writeConcern: { w: 'majority' } });
    return await work(client.db());
  }
  await using testbed = await openTestbed({ log: (line) => console.error(line), mongo: keptMongo });
  return await work(testbed.database(database));
}

async function make(url: string | undefined, wanted: Wanted, out: string): Promise<void> {
  const file = path.resolve(out);
  const results = path.join(root, 'load-tests/results');
  if (file.startsWith(`${results}${path.sep}`)) {
    throw new OptionError('--out: results are kept and shown to others: choose another folder for tokens');
  }
  await withDatabase(url, async (db) => {
    const { accounts, insert } = await planAccounts(wanted);
    // The file comes first: an account that nobody knows of can't be removed.
    await writeAccounts(file, accounts);
    console.log(`When you are done, or if this is cut short: npm run accounts -- --remove ${out}`);
    await insert(db);
  });
  const lists = wanted.todos === undefined ? '' : `, each with a private list (todos in it: ${wanted.todos})`;
  const shared = wanted.shared === undefined ? '' : `; ${wanted.shared} share one more`;
  console.log(
    `${wanted.count} accounts are made${lists}${shared}. ${file} opens them; one password is that of all.`,
  );
}

async function remove(url: string | undefined, file: string): Promise<void> {
  const accounts = await readAccounts(file);
  const count = await withDatabase(url, (db) => removeAccounts(db, accounts));
  await rm(file);
  console.log(`${count} accounts are removed with their lists, and ${file}.`);
}

await runCommand(command, async ({ values, typed }) => {
  const { url, remove: file, count, todos, shared, out } = values;
  if (file === undefined) await make(url, { count, todos, shared }, out);
  else {
    const others = [...typed].filter((name) => name !== 'remove' && name !== 'url');
    if (others.length > 0) throw new OptionError(`--remove goes with --url alone, not with --${others[0]}`);
    await remove(url, file);
  }
  return exit.done;
});
