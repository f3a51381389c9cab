/** Binds itself to one core and a child, as mongod is one, to another; then starts one more. Prints where each is. */
import { spawn } from 'node:child_process';
import { allowedCores } from '@meteor-vs-mean/measure/run';
import { bind, type Cores } from '../src/context/cores.ts';

const [own, other] = allowedCores() as [number, number];
const start = () => spawn('sleep', ['60'], { stdio: 'ignore' });
const mongod = start();
const cores: Cores = {
  generator: [own],
  app: [other],
  mongod: [other],
  shared: false,
  bound: true,
  pinning: '',
};
await bind(cores, mongod.pid);
const later = start();
const found = [process.pid, mongod.pid, later.pid].map((pid) => allowedCores(pid as number));
mongod.kill('SIGKILL');
later.kill('SIGKILL');
console.log(JSON.stringify({ asked: [own, other], found }));
