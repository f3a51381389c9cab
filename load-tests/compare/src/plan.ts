import type { Contestant } from '@meteor-vs-mean/report';

/** One round to be run: which contestant, in which pair. */
export interface PlannedRound {
  pair: number;
  contestant: Contestant;
}

/**
 * Pairs in ABBA order: every other pair runs the other way round, so that what drifts over the run (heat, the
 * machine's neighbours) falls on all contestants alike.
 */
export function planPairs(contestants: readonly Contestant[], pairs: number): PlannedRound[] {
  return Array.from({ length: pairs }, (_, index) => index + 1).flatMap((pair) => {
    const order = pair % 2 === 1 ? contestants : contestants.toReversed();
    return order.map((contestant) => ({ pair, contestant }));
  });
}

/** What a stack offers to be measured with. */
export interface Choices {
  name: string;
  modes: readonly string[];
  defaultMode: string;
  transports: readonly string[];
  defaultTransport: string;
}

/**
 * The contestants of a run: every mode and transport of each stack that was asked for, or its defaults.
 * @param modes and `transports`: plain names go to every stack that has them, `stack:name` to that one
 * @throws if a name fits no stack
 */
export function chooseContestants(
  stacks: readonly Choices[],
  modes: readonly string[],
  transports: readonly string[],
): Contestant[] {
  assertKnown('--modes', modes, stacks, (stack) => stack.modes);
  assertKnown('--transport', transports, stacks, (stack) => stack.transports);
  return stacks.flatMap((stack) => {
    const chosenModes = chosen(modes, stack.name, stack.modes, stack.defaultMode);
    const chosenTransports = chosen(transports, stack.name, stack.transports, stack.defaultTransport);
    return chosenModes.flatMap((mode) =>
      chosenTransports.map((transport) => ({ stack: stack.name, mode, transport })),
    );
  });
}

function chosen(
  asked: readonly string[],
  stack: string,
  known: readonly string[],
  otherwise: string,
): string[] {
  const named = asked.flatMap((name) => {
    const plain = name.startsWith(`${stack}:`) ? name.slice(stack.length + 1) : name;
    return known.includes(plain) ? [plain] : [];
  });
  return named.length > 0 ? [...new Set(named)] : [otherwise];
}

function assertKnown(
  option: string,
  asked: readonly string[],
  stacks: readonly Choices[],
  of: (stack: Choices) => readonly string[],
): void {
  const known = stacks.flatMap((stack) => of(stack).flatMap((name) => [name, `${stack.name}:${name}`]));
  for (const name of asked) {
    if (known.includes(name)) continue;
    const list = stacks.map((stack) => `${stack.name}: ${of(stack).join(', ')}`);
    throw new Error(`${option}: there is no "${name}"; known are ${list.join('; ')}`);
  }
}
