import { type Figure, type NoiseEffect, noiseEffects, type Summary } from '@meteor-vs-mean/measure/results';
import type { Note } from './document.ts';
import { percent, times } from './numbers.ts';

/** A ratio that noise moved by less than this has hardly moved. */
const hardly = 0.05;

/** Where rounds are noisy: a line for each figure about what noise does to its ratios. */
export function noiseNotes({ noisy }: Pick<Summary, 'noisy'>, figures: readonly Figure[]): Note[] {
  if (noisy.length === 0) return [];
  return figures.flatMap(({ name, label }): Note[] => {
    const effect = noiseEffects.find(({ figure }) => figure === name);
    return effect ? [{ text: `Noise, ${label}: ${biasText(effect)}.`, tone: 'faint' }] : [];
  });
}

/** In which direction, and by how much, as measured. */
function biasText({ quiet, noisy }: NoiseEffect): string {
  const moved = Math.abs(Math.log(noisy / quiet));
  const measured = `measured ${times(quiet)} in quiet rounds, ${times(noisy)} in noisy ones`;
  if (moved < hardly) return `hardly moves the ratio (${measured})`;
  const isTowards1 = Math.abs(Math.log(noisy)) < Math.abs(Math.log(quiet));
  const size = percent(Math.exp(moved) - 1, 0);
  return isTowards1
    ? `pulls the ratio towards 1 by about ${size} (${measured})`
    : `moves the ratio away from 1 by about ${size} (${measured})`;
}
