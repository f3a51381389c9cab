import { styleText } from 'node:util';

/** The result of one check. */
export interface Finding {
  /** One or two words: `MongoDB`. */
  what: string;
  /** `missing`: must be fixed. `note`: good to know, but not required. */
  verdict: 'ok' | 'missing' | 'note';
  says: string;
  /** What to do, without a full stop; absent for `ok`. */
  remedy?: string;
}

export const ok = (what: string, says: string): Finding => ({ what, verdict: 'ok', says });

export const missing = (what: string, says: string, remedy: string): Finding => ({
  what,
  verdict: 'missing',
  says,
  remedy,
});

export const note = (what: string, says: string, remedy: string): Finding => ({
  what,
  verdict: 'note',
  says,
  remedy,
});

const colours = { ok: 'green', missing: 'red', note: 'yellow' } as const;

/** As lines for a terminal. */
export function inLines(findings: readonly Finding[]): string {
  const width = Math.max(12, ...findings.map(({ what }) => what.length));
  return findings
    .flatMap(({ what, verdict, says, remedy }) => [
      `${styleText(colours[verdict], verdict.padEnd(7))}  ${what.padEnd(width)} ${says}`,
      ...(remedy === undefined ? [] : [`${' '.repeat(9 + width)} What to do: ${remedy}.`]),
    ])
    .join('\n');
}

/** @returns whether nothing is missing */
export const isFine = (findings: readonly Finding[]): boolean =>
  findings.every(({ verdict }) => verdict !== 'missing');
