import { parseArgs } from 'node:util';
import { OptionError } from './option-values.ts';

/** An option of a command: how its help describes it, and how its value is read. */
export interface Option<Value> {
  /** The placeholder of the value in the help; undefined: the option takes none. */
  readonly placeholder?: string;
  /** What `--name` does; undefined: only `--no-name` is accepted. Without both texts the option isn't listed. */
  readonly help?: string | undefined;
  /** What `--no-name` does; undefined: only `--name` is accepted. */
  readonly negated?: string;
  /** As it would be typed. */
  readonly fallback?: string;
  /**
   * @param given each time that the option was typed: its text, or whether a flag was `--name` and not `--no-name`
   * @throws OptionError that says what would be right, without naming the option
   */
  read(given: readonly (string | boolean)[]): Value;
}

/** Options by the names that they are typed with. */
export type OptionMap = Readonly<Record<string, Option<unknown>>>;

/** What a command is called, what it takes, and what its help says. */
export interface Command<Options extends OptionMap> {
  /** Prefix of the command's errors. */
  readonly name: string;
  /** What is typed to start it; default: `npm run <name>`. */
  readonly typed?: string;
  /** How it is called, if one line with the words and options doesn't say it. */
  readonly usage?: string;
  readonly about: string;
  /** The placeholder of words next to options, as in `<folder> [<folder>]`; undefined: they are refused. */
  readonly words?: string;
  readonly options: Options;
  /** Lines above an option in the help. */
  readonly headings?: { readonly [Name in keyof Options]?: string };
  /** The text below the options in the help. */
  readonly notes?: string;
}

/** What a command was asked to do. */
export interface Given<Options extends OptionMap> {
  readonly values: { readonly [Name in keyof Options]: ReturnType<Options[Name]['read']> };
  /** The options that were typed; the others have their defaults. */
  readonly typed: ReadonlySet<keyof Options>;
  readonly words: readonly string[];
}

/** `--json`: false unless it is given. */
export function flag(help?: string): Option<boolean> {
  return { help, read: (given) => given.length > 0 };
}

/** `--no-open`, as the option `open`: true unless it is given. */
export function unless(negated: string): Option<boolean> {
  return { negated, read: (given) => given.length === 0 };
}

/** `--install` or `--no-install`: undefined if none is given. */
export function either(help: string, negated: string): Option<boolean | undefined> {
  return {
    help,
    negated,
    read: (given) => {
      if (new Set(given).size > 1) throw new OptionError('exclude each other: give one of them');
      return given.at(-1) as boolean | undefined;
    },
  };
}

/**
 * `--port 3000`; of several the last one counts.
 * @param help undefined: the option isn't listed
 * @param parse throws OptionError that says what would be right, without naming the option
 * @param fallback what counts if it isn't given, as it would be typed; without it that is undefined
 */
export function value<Value>(
  placeholder: string,
  help: string | undefined,
  parse: (text: string) => Value,
): Option<Value | undefined>;
export function value<Value>(
  placeholder: string,
  help: string | undefined,
  parse: (text: string) => Value,
  fallback: string | number,
): Option<Value>;
export function value<Value>(
  placeholder: string,
  help: string | undefined,
  parse: (text: string) => Value,
  fallback?: string | number,
): Option<Value | undefined> {
  const read: Option<Value | undefined>['read'] = (given) => {
    const text = given.at(-1) ?? fallback;
    return text === undefined ? undefined : parse(String(text));
  };
  return { placeholder, help, read, ...(fallback === undefined ? {} : { fallback: String(fallback) }) };
}

/** `--only mean --only meteor`: as many as are given. */
export function repeated<Value>(
  placeholder: string,
  help: string | undefined,
  parse: (text: string) => Value,
): Option<Value[]> {
  return { placeholder, help, read: (given) => given.map((text) => parse(String(text))) };
}

export function typedOf({ name, typed = `npm run ${name}` }: { name: string; typed?: string }): string {
  return typed;
}

/**
 * @param args as in process.argv, without node and the script
 * @returns undefined if help is asked for
 * @throws OptionError, one line that names the option and says what would be right
 */
export function readOptions<const Options extends OptionMap>(
  command: Command<Options>,
  args: readonly string[],
): Given<Options> | undefined {
  const { options } = command;
  const config = Object.entries(options).map(
    ([name, { placeholder }]) => [name, { type: placeholder === undefined ? 'boolean' : 'string' }] as const,
  );
  // Not strict: the tokens are judged here, since Node's own messages have several lines, and it refuses -5 as a value.
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: { ...Object.fromEntries(config), help: { type: 'boolean', short: 'h' } },
  });
  const given = new Map<string, (string | boolean)[]>();
  const words: string[] = [];
  const refuse = (what: string): never => {
    throw new OptionError(`${what}. ${hintOf(command)} lists the options`);
  };
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (command.words === undefined) refuse(`'${token.value}' is no option, and only options are taken`);
      words.push(token.value);
    }
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return undefined;
    const isNegated = !Object.hasOwn(options, token.name) && token.name.startsWith('no-');
    const name = isNegated ? token.name.slice('no-'.length) : token.name;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option || (option.negated === undefined ? isNegated : !isNegated && option.help === undefined)) {
      return refuse(`Unknown option '${token.rawName}'`);
    }
    if (option.placeholder === undefined) {
      if (token.value !== undefined) refuse(`${token.rawName} takes no value`);
      given.set(name, [...(given.get(name) ?? []), !isNegated]);
      continue;
    }
    // A negative number is a value; any other dash begins the next option.
    if (token.value === undefined || (!token.inlineValue && /^-[^\d.]/.test(token.value))) {
      return refuse(`${token.rawName} needs a value: ${token.rawName} ${option.placeholder}`);
    }
    given.set(name, [...(given.get(name) ?? []), token.value]);
  }
  const values = Object.entries(options).map(([name, option]) => [
    name,
    readOne(name, option, given.get(name) ?? []),
  ]);
  return {
    values: Object.fromEntries(values) as Given<Options>['values'],
    typed: new Set(given.keys()),
    words,
  };
}

function hintOf(command: { name: string; typed?: string }): string {
  return withArguments(typedOf(command), '--help');
}

/** @returns a command with what is typed after it: behind npm's own `--`, which it has once */
export function withArguments(command: string, rest: string): string {
  const isBehind = !command.startsWith('npm') || command.includes(' -- ');
  return `${command} ${isBehind ? '' : '-- '}${rest}`;
}

function readOne<Value>(name: string, option: Option<Value>, given: readonly (string | boolean)[]): Value {
  try {
    return option.read(given);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    if (option.placeholder === undefined)
      throw new OptionError(`--${name} and --no-${name} ${error.message}`);
    const texts = given.map((text) => quoted(String(text))).join(' ');
    throw new OptionError(`--${name} ${texts}: ${error.message}`);
  }
}

/**
 * A command as it can be typed again.
 * @param command `npm run compare`, or `npm run experiment -- browser`
 * @param args what came after it
 */
export function asTyped(command: string, args: readonly string[]): string {
  return args.length === 0 ? command : withArguments(command, args.map(quoted).join(' '));
}

/** As a shell takes it. */
export function quoted(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
