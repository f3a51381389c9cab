import type { SampledPlan, Target } from './experiment.ts';

/**
 * A plan that speaks of what isn't there would be empty in places, without a word.
 * @throws the first mistake of an experiment's author, in one line
 */
export function checkPlan(
  { name, targets }: { name: string; targets: readonly Pick<Target, 'key'>[] },
  { loads, figures, tables, claims }: Omit<SampledPlan<never>, 'pairs'>,
): void {
  const fail = (what: string) => {
    throw new Error(`${name}: ${what}`);
  };
  const isLoad = (key: string) => loads.some((load) => load.key === key);
  const isTarget = (key: string) => targets.some((target) => target.key === key);
  const named = figures.map(({ name }) => ({ key: name }));
  for (const [what, all] of Object.entries({ targets, loads, figures: named, tables, claims })) {
    const keys = all.map(({ key }) => key);
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) fail(`two ${what} have the key "${twice}"`);
  }
  for (const { key, contestants: asked, baseline } of loads) {
    for (const target of asked)
      if (!isTarget(target)) fail(`load "${key}" asks for the target "${target}", which there isn't`);
    if (baseline !== null && !asked.includes(baseline))
      fail(`the baseline of load "${key}" isn't among its targets`);
  }
  for (const { key, rows, columns, baseline, published = {} } of tables) {
    for (const row of rows) if (!isLoad(row)) fail(`table "${key}" has a row "${row}" that is no load`);
    for (const column of columns)
      if (!isTarget(column)) fail(`table "${key}" has a column "${column}" that is no target`);
    if (baseline !== null && !columns.includes(baseline))
      fail(`the baseline of table "${key}" isn't among its columns`);
    // At a small size a row may be left out.
    for (const [load, of] of Object.entries(published)) {
      for (const target of Object.keys(of)) {
        if (!columns.includes(target))
          fail(`table "${key}" has a published figure of "${target}" (${load}), which is no column`);
      }
    }
  }
  for (const { key, figure } of [
    ...tables,
    ...claims.map(({ key, here }) => ({ key, figure: here.figure })),
  ]) {
    if (!figures.some(({ name }) => name === figure))
      fail(`"${key}" is of the figure "${figure}", which there isn't`);
  }
  // A small size may leave out the load that a claim is about: it says so.
  for (const { key, here } of claims) {
    for (const target of here.over)
      if (!isTarget(target)) fail(`claim "${key}" speaks of the target "${target}", which there isn't`);
  }
}
