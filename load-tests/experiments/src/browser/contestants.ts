import { type Stack, type StackName, stackNamed } from '@meteor-vs-mean/testbed/stacks';

/** One app is clicked, the other one shows it. */
interface Pair {
  key: string;
  title: string;
  from: StackName;
  to: StackName;
}

/** An app over the same app of another checkout. */
interface Progress {
  key: string;
  title: string;
  now: StackName;
  before: StackName;
}

/** The stacks of a run, and what of them is compared with what. */
export interface Contestants {
  stacks: readonly Stack[];
  /** Over which ratios are taken. */
  baseline: StackName;
  /** Each stack with itself, and with those of the same checkout. */
  pairs: readonly Pair[];
  /** Of apps that take part several times: each over the one that was named before it. */
  progress: readonly Progress[];
}

/** @param names as `stackNamed` takes them, in the order of the tables; of one app from several checkouts the oldest first */
export function contestantsOf(names: readonly StackName[]): Contestants {
  const stacks = names.map(stackNamed);
  const baseline = names.includes('mean') ? 'mean' : (names.at(-1) as StackName);
  return {
    stacks,
    baseline,
    pairs: stacks.flatMap((from) =>
      stacks
        .filter((to) => checkoutOf(to.name) === checkoutOf(from.name))
        .map((to) => ({
          key: `${from.name}-${to.name}`,
          title: `${from.title} to ${to.title}`,
          from: from.name,
          to: to.name,
        })),
    ),
    progress: [...Map.groupBy(stacks, ({ name }) => name.split('=')[0]).values()].flatMap((builds) =>
      builds.slice(1).map((now, index) => {
        const before = builds[index] as Stack;
        return {
          key: `${now.name}-over-${before.name}`,
          title: `${now.title} over ${before.title}`,
          now: now.name,
          before: before.name,
        };
      }),
    ),
  };
}

function checkoutOf(name: StackName): string | undefined {
  return name.split('=')[1];
}
