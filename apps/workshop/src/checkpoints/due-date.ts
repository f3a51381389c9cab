import type { Checkpoint } from '../checkpoint.ts';
import { play } from '../due-date.ts';
import { differences, typeCheck } from '../feature.ts';
import { isFine } from '../finding.ts';
import { thatAnswer } from '../reached.ts';

/** Both apps were changed, compile, and do what was asked for. */
export const checkpoint: Checkpoint = async ({ apps }) => {
  const { findings, changed } = await differences();
  if (!changed) return findings;
  findings.push(...(await typeCheck()));
  if (!isFine(findings)) return findings;
  const here = await thatAnswer(apps);
  for (const app of apps) {
    if (here.includes(app)) findings.push(await play(app));
    else if (app.stack === 'meteor') {
      findings.push({
        ...{ what: app.title, verdict: 'note', says: "doesn't run, so its side was only type-checked" },
        remedy: 'without Meteor, nothing; with it, npm run dev in another terminal',
      });
    } else {
      const remedy = 'npm run dev, in another terminal; leave it running';
      findings.push({ what: app.title, verdict: 'missing', says: `nobody answers on ${app.url}`, remedy });
    }
  }
  return findings;
};
