import { RunError } from '../failures/error.ts';
import { isTemplate } from './template.ts';

/**
 * Reads the fields of one object of the script. A message about a wrong value has its place in the YAML and the right
 * value. A field that nothing reads is an error, mostly a misspelt one.
 */
export class Fields {
  readonly #where: string;
  readonly #values: Record<string, unknown>;
  readonly #seen = new Set<string>();
  /** Whether templates are not filled in yet. A template then counts as a right value. */
  readonly isDraft: boolean;

  /**
   * @param where e.g. `config.engines.pubsub`
   * @param right the right value for messages, e.g. `{ name, params }`
   */
  constructor(value: unknown, where: string, right = 'an object', isDraft = false) {
    if (!isObject(value)) throw new RunError('config', `${where} should be ${right}, not ${kindOf(value)}`);
    this.#where = where;
    this.#values = value;
    this.isDraft = isDraft;
  }

  /** Whether each virtual user has its own value of this field. */
  isOpen(name: string): boolean {
    this.#seen.add(name);
    return this.isDraft && isTemplate(this.#values[name]);
  }

  /** The fields of the object in a field. */
  child(name: string, right?: string): Fields | undefined {
    if (!this.has(name) || this.isOpen(name)) return undefined;
    return new Fields(this.#values[name], this.place(name), right, this.isDraft);
  }

  /** The fields of each object in a list. */
  children(name: string): Fields[] | undefined {
    if (!this.has(name) || this.isOpen(name)) return undefined;
    return this.list(name)?.map(
      (value, i) => new Fields(value, `${this.place(name)}[${i}]`, undefined, this.isDraft),
    );
  }

  /** @param right the right value, after "should be" */
  fail(name: string, right: string): never {
    throw new RunError(
      'config',
      `${this.#where}.${name} should be ${right}, not ${show(this.#values[name])}`,
    );
  }

  place(name: string): string {
    return `${this.#where}.${name}`;
  }

  has(name: string): boolean {
    this.#seen.add(name);
    return this.#values[name] !== undefined && this.#values[name] !== null;
  }

  any(name: string): unknown {
    return this.has(name) ? this.#values[name] : undefined;
  }

  text(name: string): string | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#values[name];
    if (typeof value !== 'string' || value === '') this.fail(name, 'text');
    return value;
  }

  /** A text that names something, or a number that does. */
  name(name: string, right: string): string | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#values[name];
    if ((typeof value !== 'string' || value === '') && typeof value !== 'number') this.fail(name, right);
    return String(value);
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    if (!this.has(name)) return undefined;
    if (this.isOpen(name)) return choices[0];
    const value = this.#values[name];
    if (!choices.includes(value as Choice)) this.fail(name, choices.join(' or '));
    return value as Choice;
  }

  /** A text with a number is a number, because Artillery's templates can make one. */
  number(name: string, least: number, right: string): number | undefined {
    if (!this.has(name)) return undefined;
    if (this.isOpen(name)) return least;
    const value = this.#values[name];
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number) || number < least) this.fail(name, right);
    return number;
  }

  whole(name: string, least: number): number | undefined {
    const right = `a whole number from ${least} up`;
    const number = this.number(name, least, right);
    if (number !== undefined && !Number.isSafeInteger(number)) this.fail(name, right);
    return number;
  }

  flag(name: string): boolean | undefined {
    if (!this.has(name)) return undefined;
    if (this.isOpen(name)) return false;
    const value = this.#values[name];
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    return this.fail(name, 'true or false');
  }

  object(name: string): Record<string, unknown> | undefined {
    if (!this.has(name)) return undefined;
    if (this.isOpen(name)) return {};
    const value = this.#values[name];
    if (isObject(value)) return value;
    throw new RunError('config', `${this.place(name)} should be an object, not ${kindOf(value)}`);
  }

  /** A list; a single value is a list of one. */
  list(name: string): unknown[] | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#values[name];
    return Array.isArray(value) ? value : [value];
  }

  /** To be called when every field has been read. */
  end(): void {
    const unknown = Object.keys(this.#values).filter((name) => !this.#seen.has(name));
    if (unknown.length === 0) return;
    const known = [...this.#seen].join(', ');
    throw new RunError('config', `${this.place(unknown[0] as string)} is not known; known are ${known}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The message doesn't repeat a value that isn't an object: it may be a token, or an address with a password. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value)
    ? 'a list'
    : typeof value === 'string'
      ? 'text'
      : `the ${typeof value} ${value}`;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
