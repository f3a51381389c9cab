/** `npm run workshop:predict`: notes a prediction before the measurement. */
import { exit, nonEmpty, OptionError, runCommand, value } from '@meteor-vs-mean/testbed/process';
import { addNote, notesFolder, type Prediction } from './notes.ts';
import { clients, questions, questionsOf } from './questions.ts';

const command = {
  name: 'workshop:predict',
  usage: `npm run workshop:predict -- audience <shared> <private>     e.g. audience 1 1.5
npm run workshop:predict -- latency <ratio>                 e.g. latency 1`,
  about: `Notes a ratio of Meteor over MEAN before it is measured: 1 is the same, 2 is two times as much, 0.5 half.
audience: for the CPU per write at ${clients} subscribers, with one shared list and with private lists. latency: for the
p50 at ${clients} subscribers of one list, over a slow network.`,
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
    const wanted = asked.map(({ title }) => title).join('; ');
    throw new OptionError(
      first
        ? `${of} needs ${asked.length} number${asked.length > 1 ? 's' : ''}: ${wanted}`
        : `Predict one of: ${[...new Set(questions.map((one) => one.of))].join(', ')}. See --help`,
    );
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
