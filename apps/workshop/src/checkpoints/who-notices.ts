import { stackNamed } from '@meteor-vs-mean/testbed/stacks';
import type { Checkpoint } from '../checkpoint.ts';
import { type Finding, missing, note, ok } from '../finding.ts';
import { type OutsideWrite, readNotes } from '../notes.ts';
import { nameOf } from '../reached.ts';

type Seen = OutsideWrite['noticed'][number];

const start = 'npm run workshop:modes in one terminal; then npm run workshop:write in another one';

/** Whether a write from outside was observed in several modes: some noticed it, and `emit` didn't. */
export const checkpoint: Checkpoint = async ({ notes }) => {
  const writes = await readNotes('writes', notes);
  const best = writes.findLast(({ noticed }) => noticed.some(({ mode }) => mode === 'emit'));
  if (!best) {
    const says =
      writes.length === 0
        ? 'nothing was written from outside yet'
        : 'something was written, while no app was running in workshop:modes';
    return [missing('Write', says, start)];
  }
  const findings: Finding[] = [
    ok('Write', `'${best.text}', straight into MongoDB, at ${best.at.slice(11, 19)} UTC`),
    ...best.noticed.filter(({ mode }) => mode !== null).map((seen) => findingOf(seen, best)),
  ];
  if (!best.noticed.some(({ stack }) => stack === 'meteor')) {
    const says = "didn't run: workshop:write printed the recorded results of its modes";
    findings.push(note('Meteor', says, 'without Meteor, nothing'));
  }
  return findings;
};

function findingOf({ stack, mode, after_ms }: Seen, { waited_ms }: OutsideWrite): Finding {
  const what = nameOf({ title: stackNamed(stack).title, mode });
  const isBlind = mode === 'emit';
  if (after_ms !== null) {
    const says = `noticed, after ${after_ms.toFixed(after_ms < 100 ? 1 : 0)} ms`;
    // Impossible, unless something wrote through the app, or it was another database.
    if (isBlind) return missing(what, says, 'emit must not notice: did workshop:modes start it?');
    return ok(what, says);
  }
  const says = `has not noticed, after ${waited_ms / 1000} s`;
  if (isBlind) return ok(what, `${says}; it never will, until a client subscribes again`);
  return missing(what, says, `write again, and wait longer: --wait ${(2 * waited_ms) / 1000}`);
}
