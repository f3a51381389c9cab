/** `npm run workshop:hand-in`: collects a pair's predictions and results in one folder, for the wrap-up. */

import { results } from '@meteor-vs-mean/measure/results';
import { exit, nonEmpty, OptionError, runCommand, value } from '@meteor-vs-mean/testbed/process';
import { handIn, handInFolder } from './handed-in.ts';
import { notesFolder } from './notes.ts';
import { isOf, questions } from './questions.ts';

const command = {
  name: 'workshop:hand-in',
  usage: 'npm run workshop:hand-in -- <name>      a name for the two of you: letters, digits and dashes',
  about: `Copies your predictions and the newest run of each measurement into one folder with that name, of a few megabytes.
Give it to the teacher: on a USB stick, or in a shared folder.`,
  words: '<name>',
  options: {
    out: value('<folder>', 'where to create the folder', nonEmpty, handInFolder),
    results: value('<folder>', '', nonEmpty, results),
    notes: value('<folder>', '', nonEmpty, notesFolder),
  },
};

await runCommand(command, async ({ values, words: [name, more] }) => {
  if (name === undefined || more !== undefined || !/^[a-z\d][a-z\d-]*$/i.test(name)) {
    throw new OptionError('Give one name for the two of you, of letters, digits and dashes: ada-and-bob');
  }
  const { folder, predictions, runs } = await handIn(name, { ...values, to: values.out });
  for (const { title, of, key, ...question } of questions) {
    const expected = predictions.findLast((one) => one.of === of)?.ratios[key];
    const isMeasured = runs.some((run) => isOf(run, question));
    console.log(
      `${title}: ${expected === undefined ? 'not predicted' : `predicted ${expected}`}, ${isMeasured ? 'measured' : 'not measured'}`,
    );
  }
  console.log(`\nTo hand in: ${folder}`);
  return exit.done;
});
