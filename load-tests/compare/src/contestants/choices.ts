import { type Build, stackNamed } from '@meteor-vs-mean/testbed/stacks';
import type { Choices } from './contestants.ts';

/**
 * What a stack offers to be measured with; where its server has several transports, once with each that is asked for.
 * @param builds those that are there: which mode a stack has by itself is known of what was built
 * @param serverTransports names; none: the stack's own
 */
export function choicesOf(
  name: string,
  builds: ReadonlyMap<string, Build>,
  serverTransports: readonly string[] = [],
): Choices[] {
  const stack = stackNamed(name);
  const [first = ''] = stack.modes;
  const choices = { ...stack, defaultMode: builds.get(name)?.defaultMode ?? first };
  const known = stack.serverTransports;
  if (!known) return [choices];
  const [own = ''] = known.map((one) => one.name);
  const asked = known.filter((one) => serverTransports.includes(one.name));
  return (asked.length > 0 ? asked : known.slice(0, 1)).map((one) => {
    const [only = ''] = one.carries;
    return {
      ...choices,
      serverTransport: { name: one.name, own },
      transports: one.carries,
      defaultTransport: one.carries.find((transport) => transport === stack.defaultTransport) ?? only,
    };
  });
}
