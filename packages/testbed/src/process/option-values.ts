/** An option that can't be used: one line that says what would be right. */
export class OptionError extends Error {}

/** For `value` and `repeated`: any text but an empty one. */
export function nonEmpty(typed: string): string {
  if (typed !== '') return typed;
  throw new OptionError('must not be empty');
}

/** For `value`: a whole number from the one to the other. */
export function wholeFrom(least: number, most: number): (typed: string) => number {
  return (typed) => {
    const number = Number(typed);
    if (/^\d+$/.test(typed) && number >= least && number <= most) return number;
    throw new OptionError(`must be a whole number from ${least} to ${most}`);
  };
}

/** For `value`: a port that can be named beforehand. */
export const portNumber = wholeFrom(1, 65_535);

/** For `value`: a time such as 90s, 30m or 2h, in seconds. */
export function duration_s(typed: string): number {
  const [, number, unit] = /^(\d+)(s|m|h)$/.exec(typed) ?? [];
  const value = Number(number) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
  if (value > 0) return value;
  throw new OptionError('must be a time such as 90s, 30m or 2h');
}

/** For `value` and `repeated`: one of the names. */
export function nameFrom<Name extends string>(known: readonly Name[]): (typed: string) => Name {
  return (typed) => {
    const name = known.find((one) => one === typed);
    if (name !== undefined) return name;
    throw new OptionError(`there is no "${typed}"; known are ${known.join(', ')}`);
  };
}

/** For `value`: names between commas, each once. */
export function namesFrom<Name extends string>(known: readonly Name[]): (typed: string) => Name[] {
  return (typed) => {
    const names = list(typed).map(nameFrom(known));
    if (names.length > 0) return [...new Set(names)];
    throw new OptionError(`nothing is named; known are ${known.join(', ')}`);
  };
}

/** Items between commas. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
