/** Starts the MEAN app on a MongoDB and waits to be killed. */
import { mean } from '../../src/stacks/index.ts';

const [url, database] = process.argv.slice(2) as [string, string];
const build = await mean.build({ log: () => {} });
const app = await build.start({ port: 0, mongo: { url }, database });
console.log(JSON.stringify({ pid: app.pid }));
