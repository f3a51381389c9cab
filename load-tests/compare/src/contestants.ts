import { asItComes, type Contestant, type Variant } from '@meteor-vs-mean/report';

/** What a stack offers to be measured with. */
export interface Choices {
  name: string;
  modes: readonly string[];
  defaultMode: string;
  transports: readonly string[];
  defaultTransport: string;
  /** Publication strategies beside its default. */
  strategies?: readonly string[];
}

/**
 * One contestant, named by its stack and by all that differs from the stack as it comes.
 * @param changes mode, transport, and any field of its variant
 */
export function contestantOf(
  stack: Choices,
  changes: { mode?: string; transport?: string } & Partial<Variant> = {},
): Contestant {
  const { mode = stack.defaultMode, transport = stack.defaultTransport, ...changed } = changes;
  const variant: Variant = { ...asItComes, ...changed };
  const differences = [
    mode !== stack.defaultMode && mode,
    transport !== stack.defaultTransport && transport,
    ...differencesOf(variant),
  ].filter((difference) => difference !== false);
  return { key: [stack.name, ...differences].join(' '), stack: stack.name, mode, transport, variant };
}

/** The same contestant with more changes. */
export function vary(base: Contestant, changes: Partial<Variant>): Contestant {
  const variant = { ...base.variant, ...changes };
  const before = differencesOf(base.variant);
  const added = differencesOf(variant).filter((difference, index) => difference !== before[index]);
  return { ...base, key: [base.key, ...added.filter((one) => one !== false)].join(' '), variant };
}

function differencesOf(variant: Variant): (string | false)[] {
  return [
    variant.writer !== asItComes.writer && `writer:${variant.writer}`,
    variant.writeConcern !== asItComes.writeConcern && `w:${variant.writeConcern}`,
    variant.compression !== asItComes.compression && 'uncompressed',
    variant.probe !== asItComes.probe && 'no preload',
    variant.node !== null && `node of ${variant.node}`,
    variant.strategy !== null && variant.strategy,
  ];
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
      chosenTransports.map((transport) => contestantOf(stack, { mode, transport })),
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
