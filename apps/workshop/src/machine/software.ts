import { openTestbed } from '@meteor-vs-mean/testbed';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/testbed/chromium';
import { findToxiproxy } from '@meteor-vs-mean/testbed/network';
import { lineOf } from '@meteor-vs-mean/testbed/process';
import { meteor, type Stack } from '@meteor-vs-mean/testbed/stacks';
import { type Finding, missing, note, ok } from '../finding.ts';

/** Fetches MongoDB if there is none, starts one on a temporary folder, and stops it. */
export async function mongo(log: (line: string) => void): Promise<Finding> {
  const what = 'MongoDB';
  try {
    await using testbed = await openTestbed({ log });
    return ok(what, `it starts: ${testbed.mongo.description}`);
  } catch (error) {
    const says = lineOf(error);
    return missing(what, says, 'do what that line says; the network is needed once, to fetch it');
  }
}

/** Those that stand in for it are on the pages. */
export async function meteorHere(): Promise<Finding> {
  const found = await meteor.find();
  const what = 'Meteor';
  if (found.found) return ok(what, found.description);
  return note(
    what,
    `not here (${found.reason}): recorded results stand in its place, and each page says where`,
    `${found.remedy}; npm run dev offers it, too. Or go on without`,
  );
}

/** The first build of each takes minutes, which no exercise has. What was built before is used again. */
export async function build(stack: Stack, log: (line: string) => void): Promise<Finding[]> {
  if (!(await stack.find()).found) return [];
  const what = `${stack.title} build`;
  try {
    const { versions } = await stack.build({ log });
    const of = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    return [ok(what, `ready: ${of.join(', ')}`)];
  } catch (error) {
    const remedy = 'look at the lines above; npm ci, and then this command again';
    return [missing(what, lineOf(error), remedy)];
  }
}

/** Any browser does for the exercises; this one is for those who take pictures and run the tests. */
export async function browser(): Promise<Finding> {
  const what = 'Chromium';
  try {
    const found = await findChromium();
    if (found) return ok(what, `${found.path} (${found.source})`);
  } catch (error) {
    return missing(what, lineOf(error), 'correct CHROMIUM_PATH, or unset it');
  }
  return note(
    what,
    'not here: any browser of today does for the exercises, not for npm test',
    chromiumRemedy,
  );
}

/** Builds it with Go if that is the way, once. */
export async function slowNetwork(log: (line: string) => void): Promise<Finding> {
  const what = 'Slow network';
  try {
    const { command, version } = await findToxiproxy(log);
    return ok(what, `toxiproxy ${version} (${command})`);
  } catch (error) {
    return note(what, `no toxiproxy: exercise 5 is then done beside a neighbour`, lineOf(error));
  }
}
