import { OptionError } from './option-error.ts';

/** Items between commas. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** @returns each once @throws OptionError if there is none, or one that isn't known */
export function oneOf<Name extends string>(option: string, names: string[], known: readonly Name[]): Name[] {
  const unknown = names.filter((name) => !known.includes(name as Name));
  if (names.length === 0 || unknown.length > 0) {
    const what =
      unknown.length > 0
        ? `there is no ${unknown.map((name) => `"${name}"`).join(', ')}`
        : 'nothing is named';
    throw new OptionError(`--${option}: ${what}; known are ${known.join(', ')}`);
  }
  return [...new Set(names as Name[])];
}

/** @throws OptionError if it is no whole number between the two, or one of them */
export function whole(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new OptionError(`--${option} ${text}: must be a whole number from ${least} to ${most}`);
}

/** @param text as in 90s, 30m or 2h @throws OptionError */
export function seconds(option: string, text: string): number {
  const [, number, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  const value = Number(number) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
  if (value > 0) return value;
  throw new OptionError(`--${option} ${text}: must be a time such as 90s, 30m or 2h`);
}
