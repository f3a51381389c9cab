import { languageOf, uncommented } from './uncommented.ts';

/** Of a file, or of many. Each line is in one of the three. */
export interface Lines {
  /** Lines that hold code, whatever else they hold. */
  code: number;
  /** Lines that hold comments and nothing else. */
  comment: number;
  blank: number;
}

/**
 * @param text of the file
 * @param path tells its language
 * @throws one line if that isn't known
 */
export function linesOf(text: string, path: string): Lines {
  const written = text.split('\n');
  if (written.at(-1) === '') written.pop(); // what ends the last line begins no other
  const language = languageOf(path);
  if (!language)
    throw new Error(`${path}: nobody has said how comments look in it: add it to uncommented.ts`);
  const bare = uncommented(text, path, language).split('\n');
  const lines: Lines = { code: 0, comment: 0, blank: 0 };
  for (const [n, line] of written.entries()) {
    if (line.trim() === '') lines.blank++;
    else if ((bare[n] ?? '').trim() === '') lines.comment++;
    else lines.code++;
  }
  return lines;
}

export function sum(all: Iterable<Lines>): Lines {
  const total: Lines = { code: 0, comment: 0, blank: 0 };
  for (const { code, comment, blank } of all) {
    total.code += code;
    total.comment += comment;
    total.blank += blank;
  }
  return total;
}
