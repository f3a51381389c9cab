import { openTestbed } from '@meteor-vs-mean/testbed';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/testbed/chromium';
import { findToxiproxy } from '@meteor-vs-mean/testbed/network';
import { lineOf } from '@meteor-vs-mean/testbed/process';
import { meteor, type Stack } from '@meteor-vs-mean/testbed/stacks';
import { type Finding, missing, note, ok } from '../finding.ts';

/** Downloads MongoDB if it is missing, starts it on a temporary folder, and stops it. */
export async function mongo(log: (line: string) => void): Promise<Finding> {
  const what = 'MongoDB';
  try {
    await using testbed = await openTestbed({ log });
    return ok(what, `it starts: ${testbed.mongo.description}`);
  } catch (error) {
    const says = lineOf(error);
    return missing(what, says, 'follow that line; downloading it needs the network once');
  }
}

/** Without Meteor the pages have recorded results. */
export async function meteorHere(): Promise<Finding> {
  const found = await meteor.find();
  const what = 'Meteor';
  if (found.found) return ok(what, found.description);
  return note(
    what,
    `not installed (${found.reason}): the pages have recorded results instead`,
    `${found.remedy}; npm run dev also offers it. Or continue without it`,
  );
}

/** The first build of each takes minutes, too long for an exercise. Later commands use it again. */
export async function build(stack: Stack, log: (line: string) => void): Promise<Finding[]> {
  if (!(await stack.find()).found) return [];
  const what = `${stack.title} build`;
  try {
    const { versions } = await stack.build({ log });
    const of = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    return [ok(what, `ready: ${of.join(', ')}`)];
  } catch (error) {
    const remedy = 'see the lines above; npm ci, and then this command again';
    return [missing(what, lineOf(error), remedy)];
  }
}

/** The exercises work in any browser; this one is for screenshots and tests. */
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
    'not installed: any current browser works for the exercises, but not for npm test',
    chromiumRemedy,
  );
}

/** Builds it once with Go if necessary. */
export async function slowNetwork(log: (line: string) => void): Promise<Finding> {
  const what = 'Slow network';
  try {
    const { command, version } = await findToxiproxy(log);
    return ok(what, `toxiproxy ${version} (${command})`);
  } catch (error) {
    return note(what, `no toxiproxy: do exercise 5 with a neighbour`, lineOf(error));
  }
}
