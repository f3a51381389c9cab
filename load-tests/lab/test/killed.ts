/** Stands for a lab that is killed in the middle of a round. */
import { openStage } from '../src/open-stage.ts';

const stage = openStage({ size: 'toy', seed: 1, signal: new AbortController().signal });
const { pid } = await stage.program(new URL('./echo.ts', import.meta.url));
console.log(JSON.stringify({ pid }));
setInterval(() => {}, 1000);
