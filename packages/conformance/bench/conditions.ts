import { computerFacts, gitFacts } from '@meteor-vs-mean/bench';
import { root } from '../src/sources.ts';

/** What a result was measured on. */
export async function conditions() {
  return { git: await gitFacts(root), machine: computerFacts() };
}
