import type { Library } from './library.ts';

/** A figure, and where it is from; `text` is null while its result is being recorded. */
export interface Figure {
  text: string | null;
  /** The reference's short name. */
  from: string;
}

/**
 * @param name `<reference>.<figure>`, as in `full200.p50.ratio`
 * @throws one line that names what could have been meant
 */
export function figure(library: Library, name: string): Figure {
  const [from = '', ...path] = name.split('.');
  const { recorded } = library.open(from);
  if (recorded === null) return { text: null, from };
  const text = recorded.figure(path);
  const whole = path.slice(0, -1).join('.');
  if (text === undefined && recorded.unseen?.has(whole)) {
    throw new Error(
      `${name} can't be quoted, since no difference is seen there: {{ fig('${from}.${whole}') }} says so`,
    );
  }
  if (text === undefined) {
    throw new Error(
      `there is no figure ${name}${near(
        name,
        recorded.names.map((one) => `${from}.${one}`),
      )}`,
    );
  }
  return { text, from };
}

/** Up to eight names that have most of the same parts. */
export function near(name: string, names: readonly string[]): string {
  const parts = new Set(name.split(/[./]/));
  const shared = (other: string) => other.split(/[./]/).filter((part) => parts.has(part)).length;
  const best = names.toSorted((a, b) => shared(b) - shared(a)).slice(0, 8);
  return best.length === 0 ? '' : `; there are ${best.join(', ')}`;
}
