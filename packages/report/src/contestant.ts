import {
  type AppContestant,
  type AppResult,
  type Audience,
  audienceOf,
  type CompareSummary,
  type Comparison,
  type Contestant,
  type Instances,
  isApp,
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

/** A load with its audience, unless all share one list: `fan-out, private lists`. */
export function loadTo(load: string, audience: Audience): string {
  return audience === 'one' ? load : `${load}, ${audienceWords[audience]}`;
}

/** What names are made of. Only a run of the stacks has stacks. */
type Named = Pick<Summary, 'plan'> & Partial<Pick<CompareSummary, 'stacks'>>;

/** The summary of a run of the stacks; undefined of other runs. */
export function appsOf(summary: Summary): CompareSummary | undefined {
  return summary.kind === 'compare' ? (summary as CompareSummary) : undefined;
}

/** The name of a contestant in sentences: its title, or its key if the run doesn't know it. */
export function nameOf(key: string, { plan, stacks = {} }: Named): string {
  const found = plan.contestants.find((one) => one.key === key);
  return found ? titleOf(found, stacks) : (stacks[key]?.title ?? key);
}

export function loadTitle(key: string, { plan }: Pick<Summary, 'plan'>): string {
  return plan.loads.find((one) => one.key === key)?.title ?? key;
}

/** Which contestant ran in a round, and with which load. */
export function whoOf({ contestant, load }: { contestant: string; load: string }, summary: Named): string {
  return `${nameOf(contestant, summary)}, ${loadTitle(load, summary)}`;
}

/** With its audience, unless all share one list: `Meteor, private lists`. */
export function titleOf(contestant: Contestant, stacks: Record<string, StackFacts>): string {
  if (!isApp(contestant)) return contestant.title;
  const audience = audienceOf(contestant);
  const name = bareName(contestant, stacks);
  return audience === 'one' ? name : `${name}, ${audienceWords[audience]}`;
}

/** Without its audience, where that is said already. */
export function bareName({ key, stack }: AppContestant, stacks: Record<string, StackFacts>): string {
  const name = keyWithoutAudience(key);
  const title = stacks[stack]?.title ?? stack;
  return [title, name.slice(stack.length).trim()].join(' ').trim();
}

/** Those of a run, in its order. */
export function audiencesOf({ results }: Pick<CompareSummary, 'results'>): Audience[] {
  return [...new Set(results.map(audienceOf))];
}

/** What a summary says of one audience. */
export function inAudience(summary: CompareSummary, audience: Audience): CompareSummary {
  const results = summary.results.filter((one) => audienceOf(one) === audience);
  const keys = new Set(results.map(({ key }) => key));
  return { ...summary, results, comparisons: summary.comparisons.filter(({ a }) => keys.has(a)) };
}

/** `oplog, ddp-sockjs`, and all that was changed of it. */
export function settingsOf({ mode, transport, variant }: AppContestant): string {
  return [mode, transport, ...changesOf(variant)].join(', ');
}

export function changesOf(variant: AppContestant['variant']): string[] {
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

/** Loads in their order, each with its results. */
export function byLoad({ results }: Pick<CompareSummary, 'results'>): [load: string, results: AppResult[]][] {
  return [...Map.groupBy(results, ({ load }) => load)];
}

/** Those of a load that have a ratio. */
export function comparisonsOf({ comparisons }: Pick<Summary, 'comparisons'>, load: string): Comparison[] {
  return comparisons.filter((one) => one.load === load && Object.keys(one.figures).length > 0);
}

/** Its title, or else `Meteor / MEAN`, with the audience of both behind it. */
export function comparisonName(
  { title, a, b }: Pick<Comparison, 'title' | 'a' | 'b'>,
  summary: Pick<CompareSummary, 'stacks' | 'plan'>,
): string {
  if (title !== null) return title;
  const [one, other] = [a, b].map((key) => summary.plan.contestants.find((found) => found.key === key));
  if (!one || !other) return `${nameOf(a, summary)} / ${nameOf(b, summary)}`;
  const audience = audienceOf(one);
  const sides = `${bareName(one, summary.stacks)} / ${bareName(other, summary.stacks)}`;
  return audience === 'one' ? sides : `${sides} (${audienceWords[audience]})`;
}

/** With more contestants than this each has a row of the table, and no column. */
export const mostColumns = 3;
