/** Starts a MongoDB and waits to be killed: how a command of ours ends badly. */
import { startMongo } from '../../src/mongo/index.ts';

const dataDir = process.argv[2];
const mongo = await startMongo(dataDir === undefined ? {} : { dataDir });
console.log(JSON.stringify({ pid: mongo.pid, url: mongo.url, description: mongo.description }));
setInterval(() => {}, 60_000);
