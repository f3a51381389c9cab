/** `npm run workshop:predict`: notes a prediction before the measurement. */
import { exit, nonEmpty, OptionError, runCommand, value } from '@meteor-vs-mean/testbed/process';
import { addNote, notesFolder, type Prediction } from './notes.ts';
import { middle, questions, questionsOf, subscribers } from './questions.ts';

const [least, , most] = subscribers;
const command = {
  name: 'workshop:predict',
  usage: `npm run workshop:predict -- fan-out <at ${least}> <at ${middle}> <at ${most}>
npm run workshop:predict -- audience <one> <own>
npm run workshop:predict -- latency <ratio>`,
  about: `Notes a ratio of Meteor over MEAN before it is measured: 1 is the same, 2 is two times as much, 0.5 half.
fan-out: for the median delivery (p50), at ${least}, ${middle} and ${most} subscribers. audience: for the CPU per write at ${middle}
subscribers, with one shared list and with private lists. latency: for the p50 at ${middle}, over a slow network.`,
  words: '<what> <ratio> ...',
  options: { notes: value('<folder>', '', nonEmpty, notesFolder) },
};

function ratioFrom(text: string): number {
  const ratio = Number(text);
  if (text.trim() !== '' && ratio > 0 && ratio < 1000) return ratio;
  throw new OptionError(`'${text}' is not a ratio: give a number such as 1, 1.5 or 3`);
}

function predictionFrom([of, ...texts]: readonly string[]): Prediction {
  const asked = questions.filter((one) => one.of === of);
  const [first] = asked;
  if (!first || texts.length !== asked.length) {
    const needed = first
      ? `${of} needs ${asked.length} ratio${asked.length > 1 ? 's' : ''}`
      : 'Say what you predict';
    throw new OptionError(`${needed}: see \`npm run workshop:predict -- --help\``);
  }
  const ratios = texts.map(ratioFrom);
  return {
    at: new Date().toISOString(),
    of: first.of,
    ratios: Object.fromEntries(asked.map(({ key }, n) => [key, ratios[n] as number])),
  };
}

await runCommand(command, async ({ values, words }) => {
  const prediction = predictionFrom(words);
  await addNote('predictions', prediction, values.notes);
  const answers = questionsOf(prediction.of).map(({ key, title }) => `${title}: ${prediction.ratios[key]}`);
  console.log(`Noted, Meteor over MEAN. ${answers.join('; ')}. Now measure.`);
  return exit.done;
});
