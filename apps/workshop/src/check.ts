/** `npm run workshop:check`: is this laptop ready, and did an exercise work. check.cjs has looked at Node and npm. */

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
  usage: `npm run workshop:check                  is this laptop ready? Fetches and builds what it can
npm run workshop:check -- <number>      did exercise <number> work? Looks at what it left
npm run workshop:check -- 4 <letters>   with your answer: the letters of the lies in the chart`,
  about: 'Looks whether a laptop is ready, and whether an exercise worked.',
  words: '[<number> [<letters>]]',
  options: {
    build: unless("look only: the apps aren't built"),
    'meteor-port': value('<number>', 'where Meteor is reached', portNumber, meteor.defaultPort),
    'mean-port': value('<number>', 'where MEAN is reached', portNumber, mean.defaultPort),
    results: value('<folder>', 'where npm run compare left its runs', nonEmpty, results),
    notes: value('<folder>', 'where commands of the workshop left what they saw', nonEmpty, notesFolder),
  },
  notes: 'Exit status: 0 ready, or it worked; 1 something is missing, and the lines say what to do.',
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
  console.log(isFine(findings) ? '\nIt worked.' : '\nNot yet: do what the lines say, and look again.');
  return isFine(findings) ? 0 : 1;
}

await runCommand(command, async ({ values, words: [number, ...answer] }) => {
  if (number === undefined) return lookAround(values.build);
  const apps = standardApps({ meteor: values['meteor-port'], mean: values['mean-port'] });
  return lookAtExercise(number, { apps, answer, notes: values.notes, results: values.results });
});
