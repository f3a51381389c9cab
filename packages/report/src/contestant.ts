import {
  type Audience,
  audienceOf,
  type Comparison,
  type Contestant,
  type ContestantSummary,
  type Instances,
  keyWithoutAudience,
  type Layout,
  type StackFacts,
  type Summary,
} from '@meteor-vs-mean/measure/results';

/** How many subscribers share one live query, as people say it. */
export const audienceWords: Record<Audience, string> = {
  one: 'one shared list',
  ten: 'lists of ten',
  own: 'private lists',
};

/** A scenario with its audience, unless all share one list: `fan-out, private lists`. */
export function scenarioTo(scenario: string, audience: Audience): string {
  return audience === 'one' ? scenario : `${scenario}, ${audienceWords[audience]}`;
}

/** For sentences: the stack's title where the key is just the stack, or else the key. */
export function nameOf(key: string, summary: Pick<Summary, 'stacks' | 'contestants'>): string {
  const found = summary.contestants.find((one) => one.key === key);
  return found ? titleOf(found, summary.stacks) : (summary.stacks[key]?.title ?? key);
}

/** With its audience, unless all share one list: `Meteor, private lists`. */
export function titleOf(contestant: Contestant, stacks: Record<string, StackFacts>): string {
  const audience = audienceOf(contestant);
  const name = bareName(contestant, stacks);
  return audience === 'one' ? name : `${name}, ${audienceWords[audience]}`;
}

/** What it is called whatever number of instances it has: `Meteor` of `meteor 2 instances`. */
export function titleWithoutInstances(contestant: Contestant, stacks: Record<string, StackFacts>): string {
  return titleOf({ ...contestant, key: contestant.key.replace(/ \d+ instances\b.*$/, '') }, stacks);
}

/** Without its audience, where that is said already. */
export function bareName(contestant: Contestant, stacks: Record<string, StackFacts>): string {
  const { key, stack } = contestant;
  const name = keyWithoutAudience(key);
  const title = stacks[stack]?.title ?? stack;
  return [title, name.slice(stack.length).trim()].join(' ').trim();
}

/** Rounds that were measured of one, whether they count or not. */
export function totalOf({ rounds }: Pick<ContestantSummary, 'rounds'>): number {
  return rounds.counted + rounds.dropped + rounds.void;
}

/** Those of a run, in its order. */
export function audiencesOf({ contestants }: Pick<Summary, 'contestants'>): Audience[] {
  return [...new Set(contestants.map(audienceOf))];
}

/** What a summary says of one audience. */
export function inAudience(summary: Summary, audience: Audience): Summary {
  const contestants = summary.contestants.filter((one) => audienceOf(one) === audience);
  const keys = new Set(contestants.map(({ key }) => key));
  return { ...summary, contestants, comparisons: summary.comparisons.filter(({ a }) => keys.has(a)) };
}

/** `oplog, ddp-sockjs`, and all that was changed of it. */
export function settingsOf({ mode, transport, variant }: Contestant): string {
  return [mode, transport, ...changesOf(variant)].join(', ');
}

export function changesOf(variant: Contestant['variant']): string[] {
  return [
    ...(variant.writer === 'database' ? ['written by the database'] : []),
    ...(variant.writeConcern === '1' ? ['w: 1'] : []),
    ...(variant.compression ? [] : ['no compression offered']),
    ...(variant.probe ? [] : ['no preload']),
    ...(variant.node === null ? [] : [`on ${variant.node}'s Node`]),
    ...(variant.strategy === null ? [] : [variant.strategy]),
    ...(variant.guards === false ? ['without guards'] : []),
    ...(variant.instances ? [layoutText(variant.instances)] : []),
  ];
}

/** How several instances share the work. */
function layoutText({ count, layout }: Instances): string {
  const texts: Record<Layout, string> = {
    idle: `${count} instances, one of which serves nobody`,
    apart: `${count} instances: written at one, watched at another`,
    killed: `${count} instances, one of which is killed`,
  };
  return texts[layout];
}

/** Scenarios in their order, each with its contestants. */
export function byScenario(summary: Summary): [scenario: string, contestants: ContestantSummary[]][] {
  return [...Map.groupBy(summary.contestants, ({ scenario }) => scenario)];
}

/** Those of a scenario that have a ratio. */
export function comparisonsOf({ comparisons }: Summary, scenario: string): Comparison[] {
  return comparisons.filter((one) => one.scenario === scenario && Object.keys(one.figures).length > 0);
}

/** Its title, or else `Meteor / MEAN`, with the audience of both behind it. */
export function comparisonName(
  { title, a, b }: Pick<Comparison, 'title' | 'a' | 'b'>,
  summary: Pick<Summary, 'stacks' | 'contestants'>,
): string {
  if (title !== null) return title;
  const [one, other] = [a, b].map((key) => summary.contestants.find((found) => found.key === key));
  if (!one || !other) return `${nameOf(a, summary)} / ${nameOf(b, summary)}`;
  const audience = audienceOf(one);
  const sides = `${bareName(one, summary.stacks)} / ${bareName(other, summary.stacks)}`;
  return audience === 'one' ? sides : `${sides} (${audienceWords[audience]})`;
}

/** More than so many contestants stand as rows, not as columns. */
export const mostColumns = 3;
