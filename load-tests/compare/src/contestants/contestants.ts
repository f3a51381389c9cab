import {
  type AppContestant,
  type Audience,
  asItComes,
  type Instances,
  type PlannedComparison,
  pairsOverFloors,
  type Variant,
} from '@meteor-vs-mean/measure/results';
import type { Stack } from '@meteor-vs-mean/testbed/stacks';

/** What a stack offers to be measured with. */
export interface Choices
  extends Pick<Stack, 'name' | 'modes' | 'strategies' | 'floorOf' | 'hasGuards' | 'storesNothing'> {
  defaultMode: string;
  transports: readonly string[];
  defaultTransport: string;
  /** What carries its transports inside the server, and what does by itself; absent where there is no choice. */
  serverTransport?: { name: string; own: string };
}

/**
 * One contestant, named by its stack and by all that differs from the stack as it comes.
 * @param changes mode, transport, and any field of its variant
 */
export function contestantOf(
  stack: Choices,
  changes: { mode?: string; transport?: string } & Partial<Variant> = {},
): AppContestant {
  const { mode = stack.defaultMode, transport = stack.defaultTransport, ...changed } = changes;
  const own = stack.serverTransport?.own ?? null;
  const serverTransport = stack.serverTransport?.name ?? null;
  const variant = { ...asItComes, serverTransport, ...changed };
  const differences = [
    mode !== stack.defaultMode && mode,
    transport !== stack.defaultTransport && transport,
    variant.serverTransport !== own && variant.serverTransport,
    ...differencesOf(variant),
  ].filter((difference) => difference !== false);
  return { key: [stack.name, ...differences].join(' '), stack: stack.name, mode, transport, variant };
}

/** The same contestant with more changes. */
export function vary(base: AppContestant, changes: Partial<Variant>): AppContestant {
  const variant = { ...base.variant, ...changes };
  const before = differencesOf(base.variant);
  const added = differencesOf(variant).filter((difference, index) => difference !== before[index]);
  return { ...base, key: [base.key, ...added.filter((one) => one !== false)].join(' '), variant };
}

function differencesOf(given: Variant): (string | false)[] {
  const variant = { ...asItComes, ...given };
  return [
    variant.audience !== asItComes.audience && variant.audience,
    variant.writer !== asItComes.writer && `writer:${variant.writer}`,
    variant.writeConcern !== asItComes.writeConcern && `w:${variant.writeConcern}`,
    variant.compression !== asItComes.compression && 'uncompressed',
    variant.probe !== asItComes.probe && 'no preload',
    variant.node !== null && `node of ${variant.node}`,
    variant.strategy !== null && variant.strategy,
    !variant.guards && 'without guards',
    variant.instances !== null && inWords(variant.instances),
  ];
}

const layoutInWords = { idle: '', apart: ' apart', killed: ' one killed' } as const;

function inWords({ count, layout }: Instances): string {
  return `${count} instances${layoutInWords[layout]}`;
}

/**
 * The contestants of a run: every mode and transport of each stack that was asked for, or its defaults, with each
 * audience. Those that are compared with one another, of one audience, are next to each other.
 * @param modes and `transports`: plain names go to every stack that has them, `stack:name` to that one
 * @param guards `on`, `off` or both: a stack that has guards runs with them, without them, or once each
 * @throws if a name fits no stack
 */
export function chooseContestants(
  stacks: readonly Choices[],
  { modes = [], transports = [], audiences = [asItComes.audience], guards = ['on'] }: Chosen = {},
): AppContestant[] {
  assertKnown('--modes', modes, stacks, (stack) => stack.modes);
  assertKnown('--transport', transports, stacks, (stack) => stack.transports);
  const ofStack = (stack: Choices) => {
    const chosenModes = chosen(modes, stack.name, stack.modes, [stack.defaultMode]);
    const chosenTransports = chosen(transports, stack.name, stack.transports, [stack.defaultTransport]);
    return chosenModes.flatMap((mode) => chosenTransports.map((transport) => ({ stack, mode, transport })));
  };
  const all = stacks.flatMap(ofStack);
  return audiences.flatMap((audience) =>
    all.flatMap(({ stack, ...how }) => {
      const settings = stack.hasGuards ? guards : ['on'];
      return settings.map((setting) => contestantOf(stack, { ...how, audience, guards: setting === 'on' }));
    }),
  );
}

/** What of the stacks is to be measured; what is absent is each stack's own. */
interface Chosen {
  modes?: readonly string[];
  transports?: readonly string[];
  audiences?: readonly Audience[];
  guards?: readonly string[];
}

/** One of each key: contestants that are needed for two comparisons are run once. */
export function oneOfEach(contestants: readonly AppContestant[]): AppContestant[] {
  return [...new Map(contestants.map((one) => [one.key, one])).values()];
}

/** Each stack over the others, and over its own floor. */
export function comparisonsOf(
  contestants: readonly AppContestant[],
  stacks: readonly Choices[],
): PlannedComparison[] {
  return pairsOverFloors(contestants, (stack) => stacks.find(({ name }) => name === stack)?.floorOf);
}

/** Those of a stack's own that were asked for, by name or as `stack:name`, in the order in which they were. */
export function chosen(
  asked: readonly string[],
  stack: string,
  known: readonly string[],
  otherwise: readonly string[],
): readonly string[] {
  const plain = asked.map((name) => (name.startsWith(`${stack}:`) ? name.slice(stack.length + 1) : name));
  const named = [...new Set(plain)].filter((name) => known.includes(name));
  return named.length > 0 ? named : otherwise;
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
    const list = stacks.map((stack) => `${stack.name}: ${of(stack).join(', ') || 'none'}`);
    throw new Error(`${option}: there is no "${name}"; known are ${list.join('; ')}`);
  }
}
