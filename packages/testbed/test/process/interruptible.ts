/** A program of a test, which cleans up until SIGUSR2. It tells on stderr of each signal that came before. */
import { once } from 'node:events';
import { interrupted } from '../../src/process/index.ts';

const cleanedUp = once(process, 'SIGUSR2');
const alive = setInterval(() => {}, 60_000);
const over = interrupted();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.stderr.write('heard'));
process.stdout.write('ready\n');
await over;
process.stdout.write('stopping\n');
await cleanedUp;
process.stdout.write('stopped\n');
clearInterval(alive);
