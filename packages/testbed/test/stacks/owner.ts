/** Starts the MEAN app on a MongoDB and waits to be killed. */
import { mean } from '../../src/stacks/index.ts';
import { openTestbed } from '../../src/testbed.ts';

const [url] = process.argv.slice(2) as [string];
const testbed = await openTestbed({ mongo: { url } });
const app = await testbed.start(await mean.build({ log: () => {} }));
console.log(JSON.stringify({ pid: app.pid }));
