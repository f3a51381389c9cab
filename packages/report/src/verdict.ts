import { byScenario } from './contestant.ts';
import { countInWords } from './numbers.ts';
import type { Round, Summary } from './results.ts';
import { toySentence } from './toy.ts';
import { controlVerdict } from './verdict/control.ts';
import { kneeVerdict } from './verdict/knee.ts';
import { ladderVerdict } from './verdict/ladder.ts';
import { pairVerdict } from './verdict/pair.ts';
import { selfVerdict } from './verdict/self.ts';

/**
 * What a run found, in sentences made from its numbers: two, and one more for what was lost. Each ratio comes with its
 * interval or with why it has none, and with the noise floor.
 * @param rounds tell the load; without them it isn't said
 */
export function verdict(summary: Summary, rounds: readonly Round[] = []): string[] {
  if (summary.toy) return [toySentence];
  const nothing = nothingValid(summary);
  if (nothing) return nothing;
  const warning = summary.enough ? [] : ['Too few rounds are valid, so this is a hint and no result.'];
  const empty = byScenario(summary).flatMap(([scenario, contestants]) =>
    contestants.every((one) => one.rounds.valid === 0)
      ? [`Of ${scenario} nothing can be said: no round is valid.`]
      : [],
  );
  const sentences = found(summary, rounds);
  const none = sentences.length + empty.length === 0 ? ['No pair is valid, so nothing can be compared.'] : [];
  return [...warning, ...empty, ...sentences, ...none];
}

function found(summary: Summary, rounds: readonly Round[]): string[] {
  switch (summary.experiment) {
    case 'knee':
      return summary.knees.length > 0 ? kneeVerdict(summary) : ['No knee was looked for to the end.'];
    case 'self':
      return selfVerdict(summary);
    case 'control':
      return controlVerdict(summary);
    case 'ladder':
      return ladderVerdict(summary);
    case 'quick':
    case 'full':
      return pairVerdict(summary, rounds);
  }
}

function nothingValid({ contestants, knees, self, void: voided }: Summary): string[] | null {
  if (contestants.some(({ rounds }) => rounds.valid > 0) || knees.length > 0 || self.length > 0) return null;
  const all = contestants.reduce((sum, { rounds }) => sum + rounds.valid + rounds.void, 0);
  const [first] = voided.flatMap(({ reasons }) => reasons);
  return [
    `Nothing can be said: none of ${countInWords(all, 'round')} is valid.`,
    first
      ? `The first reason was ${first.code}, ${first.reading} (${first.threshold}). ${first.remedy}.`
      : '',
  ].filter((sentence) => sentence !== '');
}
