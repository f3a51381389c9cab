/** What came with one name, of an event or of a collection's changes. It shows why no delivery was found in it. */
export interface Sighting {
  /** Events without a write of this run. */
  count: number;
  /** The arguments of the first event, as JSON, shortened. */
  example: string;
}

/** Only this many names are kept, because memory must not grow with the app's events. */
const mostNames = 20;
const longest = 200;

/** Events by which apps refuse what has no acknowledgement: `exception` is that of NestJS. */
export const isErrorEvent = (event: string): boolean => event === 'error' || event === 'exception';

/** Keeps what came to some subscribers and was no delivery of a write. */
export class Sightings {
  readonly #byName = new Map<string, Sighting>();

  take(name: string, args: unknown): void {
    const found = this.#byName.get(name);
    if (found !== undefined) found.count++;
    else if (this.#byName.size < mostNames) this.#byName.set(name, { count: 1, example: shorten(args) });
  }

  totals(): Record<string, Sighting> {
    return Object.fromEntries(this.#byName);
  }
}

/** `"added" of "todos"`, or `"chat message"`: the words to search for in the YAML. */
export function nameOfChange({ event, collection }: { event: string; collection?: string }): string {
  return collection === undefined ? `"${event}"` : `"${event}" of "${collection}"`;
}

/** @returns the events by which an app refuses */
export function errorsIn(came: Record<string, Sighting>): [string, Sighting][] {
  return Object.entries(came).filter(([name]) => isErrorEvent(name.replace(/^"|"$/g, '')));
}

/** `12 "a", 3 "b"; the first was [1]`: the five commonest, and one of the commonest. */
export function listOf(came: readonly (readonly [string, Sighting])[]): string {
  const commonest = came.toSorted(([, a], [, b]) => b.count - a.count).slice(0, 5);
  const names = commonest.map(([name, { count }]) => `${count} ${name}`).join(', ');
  return `${names}; the first was ${commonest[0]?.[1].example}`;
}

/** @returns those of all together, each with the first example */
export function mergeSightings(all: readonly Record<string, Sighting>[]): Record<string, Sighting> {
  const merged: Record<string, Sighting> = {};
  for (const [name, { count, example }] of all.flatMap((one) => Object.entries(one))) {
    merged[name] = { example: merged[name]?.example ?? example, count: (merged[name]?.count ?? 0) + count };
  }
  return merged;
}

/** As JSON, cut short. */
export function shorten(args: unknown): string {
  const text = safeJson(args);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'nothing';
  } catch {
    return 'something that is no JSON';
  }
}
