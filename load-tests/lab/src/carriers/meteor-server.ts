/**
 * The program of DDP's server: a Meteor bundle's own main.js, in the process that also plays the schedule. Runs on
 * Meteor's Node (22.18 or later, for types).
 * Argument: the bundle's folder.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { MeteorSide } from './meteor-side.ts';
import { serveFanOut } from './server-side.ts';

const [bundle] = process.argv.splice(2);
if (bundle === undefined) throw new Error('name the bundle’s folder');
const side = new Promise<MeteorSide>((resolve) => {
  globalThis.labCarriers = resolve;
});
createRequire(import.meta.url)(path.join(bundle, 'main.js'));
serveFanOut(await side);
