import type { Script } from '../script/artillery.ts';
import type { Config } from '../script/config.ts';
import { Fields } from '../script/fields.ts';
import type { Needs } from '../script/needs.ts';
import { assertTemplates, holdsTemplate } from '../script/template.ts';
import type { VirtualUser } from '../users/virtual-user.ts';

/** One step of a flow, which each virtual user takes. */
export type Step = (user: VirtualUser) => Promise<void>;

/** What the steps of a flow are compiled with. */
export interface Setting {
  script: Script;
  config: Config;
  needs: Needs;
  /** Whether a `publish` step comes before this one. */
  hasPublished: boolean;
}

/**
 * Makes a step out of its YAML, before the first virtual user connects.
 * @param spec the whole item of the flow, e.g. `{ name: join, call: {...} }`
 * @param where the step's place, for messages, e.g. `flow[2].call`
 * @throws RunError for a step that can't work
 */
export type CompileStep = (spec: Record<string, unknown>, where: string, setting: Setting) => Step;

interface OptionsStep<Options> {
  /** The options as the script has them. */
  value: unknown;
  where: string;
  /** What they should be, e.g. `{ name, params, as }`. */
  right: string;
  /** Reads them all; `fields.end()` follows. */
  parse(fields: Fields): Options;
  /** Options with templates that the step fills in after its answer. */
  later?: readonly string[];
  /** Variables that these templates may use besides the virtual user's. */
  variables?: Readonly<Record<string, unknown>>;
  take(user: VirtualUser, options: Options): Promise<void>;
}

/**
 * A step with options. The engine reads them twice: before the run, when each template counts as a right value, and with the
 * values of each virtual user. It reads options without templates once.
 */
export function withOptions<Options>(step: OptionsStep<Options>): Step {
  const { value, where, right, parse, later = [], variables, take } = step;
  const read = (fields: Fields) => {
    const options = parse(fields);
    fields.end();
    return options;
  };
  assertTemplates(value, where);
  const draft = read(new Fields(value, where, right, true));
  const entries = Object.entries(value as object);
  const now = Object.fromEntries(entries.filter(([name]) => !later.includes(name)));
  if (!holdsTemplate(now)) return (user) => take(user, draft);
  const rest = Object.fromEntries(entries.filter(([name]) => later.includes(name)));
  return (user) => {
    const filled = user.template(now, variables) as Record<string, unknown>;
    return take(user, read(new Fields({ ...filled, ...rest }, where)));
  };
}
