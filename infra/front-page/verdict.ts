/**
 * The verdict in README.md, with figures of the recorded runs. `node infra/front-page/verdict.ts` writes it between its
 * marks. A test checks that it is up to date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { figure } from '@meteor-vs-mean/writeup/figures';
import { openRecorded } from '@meteor-vs-mean/writeup/library';
import { withPart } from './marks.ts';

/** What is in braces is a figure's name, as pages of the write-up have it. */
const verdict = `
- **Up to about 200 people online, choose by team.** With 200 people on one list, half have a change within
  {headline.p50.meteor} on Meteor and {headline.p50.mean} on MEAN. We expect nobody to notice.
- **Meteor saves code.** Live data takes {lines.live.meteor} lines on Meteor and {lines.live.mean} on MEAN.
- **MEAN saves servers.** With 200 private lists Meteor uses {headline.cpu-write.ratio.meteor-own-over-mean-own.times} times the CPU for
  a write. One Meteor process sustained {curve.curve.meteor.held} lists but not {curve.curve.meteor.gave-out}; MEAN
  sustained {curve.curve.mean.held}, the most tried.
- **After a restart** half of 500 clients had their data after {accounts.wait-p50.resume.meteor} on Meteor and
  {accounts.wait-p50.resume.mean} on MEAN.

Meteor is {full200.version.meteor}, on {full200.cores}. With 500 lists 3.5.0's packages raise CPU per write
from {curve.curve.meteor.cpu.500} to {newestCurve.curve.meteor.cpu.500}.
`;

/** README.md with the current verdict. @throws if it lacks the marks, or if a figure isn't recorded */
export async function withVerdict(readme: string): Promise<string> {
  const library = await openRecorded();
  const text = verdict.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const { text } = figure(library, name);
    if (text === null)
      throw new Error(`${name} is not recorded yet: npm run references lists what is missing`);
    return text;
  });
  return withPart(readme, 'verdict', 'infra/front-page/verdict.ts', text.trim());
}

if (import.meta.main) {
  const file = path.join(root, 'README.md');
  await writeFile(file, await withVerdict(await readFile(file, 'utf8')));
}
