import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { SmallDisk } from './small-disk.ts';
import { stopFor } from './stop-for.ts';

/** How long mongod may take to see that its disk is full: it writes a checkpoint once a minute. */
const noticed_ms = 90_000;

const oplog_MB = 8;

/** What happens to MongoDB. */
export const mongodFaults: readonly Fault[] = [
  {
    key: 'mongod-killed',
    title: 'mongod is killed (SIGKILL), and started again',
    async happen({ mongo }, duration_ms) {
      await mongo.kill();
      await pause(duration_ms);
      await mongo.restart();
    },
  },
  {
    key: 'mongod-stopped',
    title: 'mongod is stopped for a time (SIGSTOP)',
    happen: ({ mongo }, duration_ms) => stopFor(mongo.pid, duration_ms),
  },
  {
    key: 'primary-killed',
    takesLong: true,
    title: 'The primary of three mongods is killed (SIGKILL); the others elect a new one',
    mongo: async () => ({ members: 3 }),
    happen: ({ mongo }) => mongo.kill(),
  },
  {
    key: 'oplog-end',
    title: 'The app is stopped until the oplog no longer has what the app would read next',
    mongo: async () => ({ oplog_MB }),
    async happen({ app, db }) {
      const local = db.client.db('local').collection('oplog.rs');
      const [last] = await local.find().sort({ $natural: -1 }).limit(1).toArray();
      const elsewhere = db.client.db(`${db.databaseName}-elsewhere`);
      const page = 'x'.repeat(1_000_000);
      process.kill(app.pid, 'SIGSTOP');
      try {
        // MongoDB cuts the oplog's end off in the background: it is written into until that has happened.
        while (await local.findOne({ ts: last?.ts })) await elsewhere.collection('pages').insertOne({ page });
      } finally {
        process.kill(app.pid, 'SIGCONT');
        await elsewhere.dropDatabase();
      }
    },
  },
  ...(SmallDisk.whyNot === undefined ? [diskFull()] : []),
];

function diskFull(): Fault {
  let disk: SmallDisk;
  return {
    key: 'disk-full',
    title: 'MongoDB’s disk is full until mongod ends; there is room again, and it is started again',
    async mongo(testbed) {
      disk = await testbed.own(
        () => SmallDisk.mount(),
        (its) => its.remove(),
      );
      return { dataDir: disk.folder };
    },
    async happen({ mongo, db }) {
      await disk.fill();
      const isThere = (): boolean => {
        try {
          return process.kill(mongo.pid as number, 0);
        } catch {
          return false;
        }
      };
      // A checkpoint finds out; this one comes at once.
      void db.client
        .db('admin')
        .command({ fsync: 1 })
        .catch(() => {});
      const late_ms = performance.now() + noticed_ms;
      while (isThere() && performance.now() < late_ms) await pause(100);
      await disk.free();
      await mongo.restart();
    },
  };
}
