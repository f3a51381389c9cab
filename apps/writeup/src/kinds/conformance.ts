import path from 'node:path';
import { writeup } from '../places.ts';
import { openJson } from './json.ts';
import type { Recorded } from './recorded.ts';

/** The recorded run of the conformance suite against a real Meteor server, which is kept beside the suite. */
export async function openConformance(): Promise<Recorded> {
  const folder = path.resolve(writeup, '../../packages/conformance/recorded');
  return { ...(await openJson(folder, 'meteor.json')), page: null };
}
