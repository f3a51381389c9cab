import { type AppContestant, everyPair, type PlannedComparison } from '@meteor-vs-mean/measure/results';
import { type Choices, contestantOf, vary } from '../contestants/contestants.ts';
import type { Setting } from './plan.ts';

/** The transport without framing of its own: a WebSocket's messages are the protocol's. */
const rawTransport = 'ddp';

/**
 * Stacks with all taken away that differs between them and is no choice of an app: on the Node of the other, where it
 * runs there, without compression, over the raw protocol. And each publication strategy of a stack against the others.
 * @param bases stacks as they come
 * @param stacks of which the bases are
 */
export function likeWithLike(
  bases: readonly AppContestant[],
  stacks: readonly Choices[],
  setting: Setting,
): { contestants: AppContestant[]; comparisons: PlannedComparison[] } {
  if (bases.length < 2) return { contestants: [], comparisons: [] };
  const all = bases.map((base) => {
    const stack = stacks.find(({ name }) => name === base.stack);
    const strategies = (stack?.strategies ?? []).map((strategy) => vary(base, { strategy }));
    return { base, bare: stack ? bareOf(base, stack, setting) : base, strategies };
  });
  const comparisons = everyPair(bases).flatMap(({ a, b }): PlannedComparison[] => {
    const [one, other] = [a, b].map((key) => all.find(({ base }) => base.key === key));
    if (!one || !other) return [];
    return [
      { title: `${a} over ${b}, like with like`, a: one.bare.key, b: other.bare.key },
      ...one.strategies.map(({ key }) => ({ title: `${key} over ${b}`, a: key, b })),
      ...other.strategies.map(({ key }) => ({ title: `${a} over ${key}`, a, b: key })),
    ];
  });
  return { contestants: all.flatMap(({ bare, strategies }) => [bare, ...strategies]), comparisons };
}

function bareOf(
  { mode, transport, variant }: AppContestant,
  stack: Choices,
  setting: Setting,
): AppContestant {
  const other = setting.otherNode(stack.name);
  return contestantOf(stack, {
    ...variant,
    mode,
    transport: stack.transports.includes(rawTransport) ? rawTransport : transport,
    compression: false,
    node: other?.runs === true ? other.of : null,
  });
}
