/** Holds what a folder says against what follows from the rest of it. */
export interface Agreement {
  /**
   * @param where the file, and the figure in it: `rounds.jsonl: p50_ms of round 3`; `summary.json: ` is all of it
   * @param said what stands there
   * @param found what it should be
   * @param source what says so: `its histogram`
   */
  hold(where: string, said: unknown, found: unknown, source: string): void;
  /** Something is there that can't be, or isn't that has to be. */
  object(line: string): void;
  /** @throws one line that names the first disagreement, with both values, and how many there are besides */
  assert(): void;
}

export function agreementOf(folder: string): Agreement {
  const broken: string[] = [];
  return {
    hold(where, said, found, source) {
      for (const { at, a, b } of differences(said, found)) {
        const figure = `${where}${at}`.replace(': .', ': ');
        broken.push(`${figure} is ${text(a)}, but ${source} has ${text(b)}`);
      }
    },
    object(line) {
      broken.push(line);
    },
    assert() {
      const [first, ...others] = broken;
      if (first === undefined) return;
      const more = others.length === 0 ? '' : `; and ${others.length} more like it`;
      throw new Error(`${folder} doesn't add up, so nothing of it is shown. ${first}${more}`);
    },
  };
}

/** Rounds are numbered in their order, from 1: a line that was taken out leaves a gap. */
export function recountNumbers(rounds: readonly { round: number }[], agreement: Agreement): void {
  for (const [index, { round }] of rounds.entries()) {
    if (round === index + 1) continue;
    agreement.hold(
      `rounds.jsonl: the number of line ${index + 1}`,
      round,
      index + 1,
      'the order of the rounds',
    );
    return;
  }
}

/** A round is void if it has reasons for it, and valid if it has none. */
export function recountVerdict(
  { round, verdict, reasons }: { round: number; verdict: 'valid' | 'void'; reasons: readonly unknown[] },
  agreement: Agreement,
): void {
  const follows = reasons.length > 0 ? 'void' : 'valid';
  agreement.hold(`rounds.jsonl: the verdict of round ${round}`, verdict, follows, 'reasons of it');
}

interface Difference {
  /** `.contestants[0].latency.p50_ms` */
  at: string;
  a: unknown;
  b: unknown;
}

/** Another version of Node may round the last digit of a logarithm otherwise. */
const precision = 1e-9;

function differences(a: unknown, b: unknown, at = ''): Difference[] {
  if (Object.is(a, b)) return [];
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= precision * Math.max(Math.abs(a), Math.abs(b)) ? [] : [{ at, a, b }];
  }
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return [{ at, a, b }];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.flatMap((key) =>
    differences(a[key], b[key], Array.isArray(a) ? `${at}[${key}]` : `${at}.${key}`),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Short enough for a line. */
function text(value: unknown): string {
  if (value === undefined) return 'missing';
  const json = JSON.stringify(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}
