/** `npm run workshop:check`: checks the laptop, or an exercise. check.cjs has already checked Node and npm. */

import { results } from '@meteor-vs-mean/measure/results';
import { nonEmpty, portNumber, runCommand, unless, value } from '@meteor-vs-mean/testbed/process';
import { mean, meteor } from '@meteor-vs-mean/testbed/stacks';
import { checkpointOf, type Left } from './checkpoint.ts';
import { exerciseNumbered, workshop_minutes } from './exercises.ts';
import { type Finding, inLines, isFine } from './finding.ts';
import { notesFolder } from './notes.ts';
import { standardApps } from './reached.ts';

const command = {
  name: 'workshop:check',
  usage: `npm run workshop:check                  is this laptop ready? Downloads and builds what it can
npm run workshop:check -- <number>      did exercise <number> work? Checks its results
npm run workshop:check -- 4 <letters>   with your answer: the letters of the chart's flaws`,
  about: 'Checks whether a laptop is ready, or whether an exercise worked.',
  words: '[<number> [<letters>]]',
  options: {
    build: unless("only check; don't build the apps"),
    'meteor-port': value('<number>', "Meteor's port", portNumber, meteor.defaultPort),
    'mean-port': value('<number>', "MEAN's port", portNumber, mean.defaultPort),
    results: value('<folder>', 'where npm run compare wrote its runs', nonEmpty, results),
    notes: value('<folder>', "where the workshop's commands wrote their notes", nonEmpty, notesFolder),
  },
  notes:
    'Exit status: 0 if ready, or if it worked; 1 if something is missing, with the remedy in the output.',
};

const log = (line: string): void => console.error(`         ${line}`);

async function lookAround(builds: boolean): Promise<number> {
  const { lookAtMachine } = await import('./machine/index.ts');
  const findings: Finding[] = [];
  for await (const finding of lookAtMachine(builds, log)) {
    findings.push(finding);
    console.log(inLines([finding]));
  }
  const missing = findings.filter(({ verdict }) => verdict === 'missing').map(({ what }) => what);
  console.log(
    missing.length > 0
      ? `\nNot ready: ${missing.join(', ')}.`
      : `\nReady: a workshop of ${workshop_minutes} minutes. npm run workshop opens the guide.`,
  );
  return missing.length > 0 ? 1 : 0;
}

async function lookAtExercise(number: string, left: Left): Promise<number> {
  const exercise = exerciseNumbered(number);
  const findings = await (await checkpointOf(exercise))(left);
  console.log(`Exercise ${exercise.number}: ${exercise.title}\n`);
  console.log(inLines(findings));
  console.log(isFine(findings) ? '\nIt worked.' : '\nNot yet: follow the lines above, then check again.');
  return isFine(findings) ? 0 : 1;
}

await runCommand(command, async ({ values, words: [number, ...answer] }) => {
  if (number === undefined) return lookAround(values.build);
  const apps = standardApps({ meteor: values['meteor-port'], mean: values['mean-port'] });
  return lookAtExercise(number, { apps, answer, notes: values.notes, results: values.results });
});
