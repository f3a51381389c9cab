/** `npm run experiment -- <name>`: runs the experiment of the folder with that name. */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runExperiment } from './command/index.ts';

const [name = ''] = process.argv.splice(2, 1);
const folders = await readdir(import.meta.dirname, { withFileTypes: true });
const names = folders.filter((one) => one.isDirectory() && one.name !== 'command').map((one) => one.name);

if (names.includes(name)) {
  const plan = path.join(import.meta.dirname, name, 'plan.ts');
  await runExperiment(name, (await import(pathToFileURL(plan).href)).default);
} else {
  console.error(`experiment: name one of ${names.join(', ')}, as in npm run experiment -- ${names[0]} --toy`);
  process.exitCode = 1;
}
