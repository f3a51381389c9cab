/** `npm run workshop:measure`: measures what an exercise asks for, with `npm run compare`. */
import { results } from '@meteor-vs-mean/measure/results';
import {
  exit,
  flag,
  OptionError,
  root,
  runCommand,
  runInForeground,
  unless,
} from '@meteor-vs-mean/testbed/process';
import { findingOf } from './checkpoints/fan-out.ts';
import { inLines } from './finding.ts';
import { readNotes } from './notes.ts';
import { isOf, measurements, questions, workshopRuns } from './questions.ts';

const numbers = Object.keys(measurements);

const command = {
  name: 'workshop:measure',
  usage: numbers.map((number) => `npm run workshop:measure -- ${number}`).join('\n'),
  about:
    'Measures what exercise 3 or 5 asks for, in two pairs of rounds. It takes about three minutes: leave the laptop alone\nmeanwhile. Then it prints your ratios next to your predictions.',
  words: '<exercise>',
  options: {
    meteor: unless('measure MEAN alone'),
    toy: flag('a run of seconds, to try the command: its figures mean nothing'),
  },
};

await runCommand(command, async ({ values, words: [number = '', more] }) => {
  const options = measurements[Number(number)];
  if (options === undefined || more !== undefined) {
    throw new OptionError(`Name the exercise: ${numbers.join(' or ')}`);
  }
  const alone = values.meteor ? [] : ['--stacks', 'mean', '--no-install'];
  const args = ['run', '-s', 'compare', '--', ...options, ...alone, ...(values.toy ? ['--toy'] : [])];
  const status = await runInForeground('npm', args, root);
  if (status !== exit.done) return status;
  const predictions = await readNotes('predictions');
  const runs = await workshopRuns(results);
  const isSlow = options.includes('--latency');
  const findings = questions
    .filter((question) => question.isSlow === isSlow)
    .map((question) =>
      findingOf(
        question,
        runs.find((run) => isOf(run, question)),
        predictions.findLast(({ of }) => of === question.of),
      ),
    );
  console.log(`\nMeteor over MEAN:\n${inLines(findings)}`);
  return exit.done;
});
