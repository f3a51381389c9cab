import { apps } from '@meteor-vs-mean/testbed/stacks';
import type { Checkpoint } from '../checkpoint.ts';
import { type Finding, missing, note, ok } from '../finding.ts';
import { type Breakage, readNotes } from '../notes.ts';

const words: Record<Breakage['what'], string> = { kill: 'killed', cut: 'cut off' };
const ways: Record<Breakage['what'], string> = { kill: 'kill, write, start', cut: 'cut, write, mend' };

/** Whether each app was killed and cut off once, missed a write, and its subscriber then got it. */
export const checkpoint: Checkpoint = async ({ notes }) => {
  const all = await readNotes('breakages', notes);
  const names = apps.filter(({ name }) => name === 'mean' || all.some(({ stack }) => stack === name));
  const findings = names.flatMap(({ name, title }) =>
    (['kill', 'cut'] as const).map((what) => findingOf(title, what, best(all, name, what))),
  );
  if (names.length < apps.length) {
    findings.push(
      note(
        'Meteor',
        'it was not broken',
        "without Meteor, read the page's recorded result; with it, break it as well",
      ),
    );
  }
  return findings;
};

/** The newest breakage, preferably one with a missed write. */
function best(all: readonly Breakage[], stack: string, what: Breakage['what']): Breakage | undefined {
  const its = all.filter((one) => one.stack === stack && one.what === what);
  return its.findLast(({ missed, recovered_ms }) => missed > 0 && recovered_ms !== null) ?? its.at(-1);
}

function findingOf(title: string, kind: Breakage['what'], breakage: Breakage | undefined): Finding {
  const what = `${title}, ${words[kind]}`;
  const remedy = `npm run workshop:break, and there: ${ways[kind]}`;
  if (!breakage) return missing(what, 'not yet', remedy);
  const { recovered_ms, missed } = breakage;
  if (recovered_ms === null) return missing(what, 'its subscriber did not recover', remedy);
  if (missed === 0) {
    return missing(what, 'it recovered, but nothing was written in the meantime', remedy);
  }
  return ok(what, `missed ${missed}, and had it ${(recovered_ms / 1000).toFixed(1)} s after its repair`);
}
