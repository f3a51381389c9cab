/** Shares the MongoDB of a folder until it gets a signal. */
import { shareMongo } from '../../src/mongo/index.ts';

const mongo = await shareMongo({ dataDir: process.argv[2] as string });
// Before it says that it is ready: it may be told to stop at once.
process.once('SIGTERM', async () => {
  await mongo.stop();
  console.log('stopped');
  process.exit();
});
console.log(JSON.stringify({ pid: mongo.pid, url: mongo.url }));
