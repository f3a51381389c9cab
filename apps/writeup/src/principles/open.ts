import { openJson } from '../kinds/json.ts';
import type { Recorded } from '../kinds/recorded.ts';
import { drawPrinciples } from './draw.ts';

/**
 * What both apps answered, in one run of the conformance suite. Figures are those of its JSON file, its date a day.
 * @throws one line if it isn't there
 */
export async function openPrinciples(folder: string): Promise<Recorded> {
  const recorded = await openJson(folder, 'principles.json', drawPrinciples);
  return {
    ...recorded,
    figure: (names) => {
      const text = recorded.figure(names);
      return names.join('.') === 'date' ? text?.slice(0, 10) : text;
    },
  };
}
