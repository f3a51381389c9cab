/** Stands for a lab that is killed in the middle of a round. */
import { openTestbed } from '../src/testbed.ts';

const testbed = openTestbed({ size: 'toy', seed: 1, signal: new AbortController().signal });
const { pid } = await testbed.program(new URL('./echo.ts', import.meta.url));
console.log(JSON.stringify({ pid }));
setInterval(() => {}, 1000);
