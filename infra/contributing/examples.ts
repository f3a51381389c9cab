import { type Block, split } from '../documented/src/commands.ts';

/** A worked example of CONTRIBUTING.md: a section headed "Example: …". */
export interface Example {
  title: string;
  /** New files, changes to files, commands, and their output. */
  blocks: Block[];
}

const heading = /^## Example: /;

function sections(text: string): string[] {
  return text.split(/^(?=## )/m);
}

export function examplesIn(text: string): Example[] {
  return sections(text)
    .filter((section) => heading.test(section))
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')).replace(heading, ''),
      blocks: split(section).blocks,
    }));
}

/** The text with the lines of its examples empty, so that the other lines keep their numbers. */
export function withoutExamples(text: string): string {
  return sections(text)
    .map((section) => (heading.test(section) ? section.replace(/[^\n]+/g, '') : section))
    .join('');
}
