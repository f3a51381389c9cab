/** `npm run workshop:predict`: writes a prediction down before it is measured. */
import { exit, nonEmpty, OptionError, runCommand, value } from '@meteor-vs-mean/process';
import { subscribers } from './fan-out-runs.ts';
import { addNote, notesFolder, type Prediction } from './notes.ts';

const [least, middle, most] = subscribers;
const command = {
  name: 'workshop:predict',
  usage: `npm run workshop:predict -- fan-out <at ${least}> <at ${middle}> <at ${most}>
npm run workshop:predict -- latency <ratio>`,
  about: `Notes how many times as late you think Meteor's middle delivery (p50) is as MEAN's: 1 is the same, 2 is twice as late,
0.5 half. fan-out: at ${least}, ${middle} and ${most} subscribers. latency: at ${middle}, over a slow network.`,
  words: '<what> <ratio> ...',
  options: { notes: value('<folder>', '', nonEmpty, notesFolder) },
};

function ratioFrom(text: string): number {
  const ratio = Number(text);
  if (text.trim() !== '' && ratio > 0 && ratio < 1000) return ratio;
  throw new OptionError(`'${text}' is no ratio: give a number such as 1, 1.5 or 3`);
}

function predictionFrom([of, ...texts]: readonly string[]): Prediction {
  const at = new Date().toISOString();
  const ratios = texts.map(ratioFrom);
  if (of === 'fan-out' && ratios.length === subscribers.length) {
    return {
      at,
      of,
      ratios: Object.fromEntries(subscribers.map((count, n) => [count, ratios[n] as number])),
    };
  }
  if (of === 'latency' && ratios.length === 1) return { at, of, ratios: { [middle]: ratios[0] as number } };
  throw new OptionError('Say what you predict: `npm run workshop:predict -- --help` shows both forms');
}

await runCommand(command, async ({ values, words }) => {
  const prediction = predictionFrom(words);
  await addNote('predictions', prediction, values.notes);
  const said = Object.entries(prediction.ratios).map(([count, ratio]) => `${ratio} at ${count} subscribers`);
  console.log(`Noted: Meteor's p50 over MEAN's will be ${said.join(', ')}. Now measure.`);
  return exit.done;
});
