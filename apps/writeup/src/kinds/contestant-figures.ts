import {
  type AppResult,
  type CompareSummary,
  type Comparison,
  costOf,
  costsOfClient,
  deliveryFigures,
  figureNamed,
  figureOf,
  hasDeliveries,
  heldDocument,
  isOverFloor,
} from '@meteor-vs-mean/measure/results';
import {
  afterComma,
  certainty,
  changesOf,
  costText,
  floorFor,
  inAudience,
  intervalText,
  judge,
  list,
  megabytes,
  type Remark,
  range,
  show,
  slug,
  smallPercent,
  times,
  whole,
} from '@meteor-vs-mean/report/drawing';

type Ratios = Comparison['figures'][string];

/** By the name that pages use, after the reference's. */
export type Figures = Map<string, string>;

/** `p50` of p50_ms, `heap-100` of heap_bytes_per_client_100: as pages name a figure. */
export function pageName(figure: string): string {
  return figureNamed(figure)?.page ?? figure;
}

/** All that a run says of one contestant, by `<figure>.<contestant>`. */
export function contestantFigures(figures: Figures, one: AppResult): void {
  const who = slug(one.key);
  const set = (name: string, text: string) => figures.set(`${name}.${who}`, text);
  for (const figure of deliveryFigures) {
    const value = figureOf(one, figure);
    if (value !== undefined) set(figure.page, show(value, figure.shown));
  }
  if (hasDeliveries(one)) {
    const { expected, scheduled, acknowledged, unexpected, ...counts } = one.counts;
    for (const [name, value] of Object.entries({ owed: expected, ...counts })) set(name, whole(value));
    if (expected > 0) set('lost-share', smallPercent(counts.lost / expected));
    set('valid', `${one.rounds.counted} of ${one.rounds.counted + one.rounds.void}`);
    set('views', whole(one.witnesses.checked));
    set('views-differing', whole(one.witnesses.differing));
  }
  if (one.killed) {
    const { expected, ...counts } = one.killed;
    for (const [name, value] of Object.entries({ owed: expected, ...counts }))
      set(`killed-${name}`, whole(value));
  }
  const { drivers, mode, transport } = one;
  const extensions = one.extensions.filter((name) => name !== '');
  const settings = { driver: list(drivers), mode, transport, changes: list(changesOf(one.variant)) };
  for (const [name, text] of Object.entries({ ...settings, extensions: list(extensions) })) {
    if (text !== '') set(name, text);
  }
  for (const { documents, starts } of one.memory) {
    for (const figure of costsOfClient(documents)) {
      const cost = costOf(one, figure);
      if (cost) set(figure.page, costText(cost, figure.shown));
      else if (figure.unread !== undefined) set(figure.page, `not measured (${figure.unread})`);
      if (cost?.untold === null && figure.line === 'heap') {
        set(`clients-in-a-gb-${documents}`, whole(Number((1e9 / cost.line.slope).toPrecision(2))));
      }
    }
    const { heap, rss } = one.memory.find((held) => held.documents === documents) ?? {};
    if (heap) set('empty-heap', megabytes(heap.intercept));
    if (rss) set('empty-rss', megabytes(rss.intercept));
    set('starts', whole(starts));
  }
  const held = heldDocument(one, { line: 'heap' });
  if (held) {
    const { cost, half, untold } = held;
    const ends = half === null ? '' : ` (95 %: ${whole(cost - half)} to ${whole(cost + half)})`;
    set('held', untold === 'flat' ? 'too small to measure' : `${whole(cost)} bytes${ends}`);
  }
}

/**
 * Of each comparison `<figure>.ratio.<who>-over-<who>`, and of the only one between two apps whose subscribers share one
 * list, `<figure>.ratio`: as `1.60 (95 %: 1.54 to 1.67)`, with the remark of `judge` if no difference is seen. `.times`
 * and `.range` are its halves.
 * @returns the ratios that say no difference: of them no half may be quoted
 */
export function ratioFigures(figures: Figures, summary: CompareSummary): Set<string> {
  const unseen = new Set<string>();
  const { plan, stacks } = summary;
  const ofApps = inAudience(summary, 'one').comparisons.filter(
    (one) => !isOverFloor(one, plan.contestants, stacks),
  );
  for (const comparison of summary.comparisons) {
    const same = ofApps.filter(({ load }) => load === comparison.load);
    const alone = same.length === 1 && same[0] === comparison;
    const pair = `${slug(comparison.a)}-over-${slug(comparison.b)}`;
    for (const [figure, ratios] of Object.entries(comparison.figures)) {
      const names = [`${pageName(figure)}.ratio.${pair}`, ...(alone ? [`${pageName(figure)}.ratio`] : [])];
      const floor = floorFor(summary, figure, comparison);
      const { remark } = judge(ratios, floor);
      for (const name of names) {
        set(figures, name, ratios, floor, remark);
        if (remark !== undefined) unseen.add(name);
      }
    }
  }
  return unseen;
}

function set(
  figures: Figures,
  name: string,
  ratios: Ratios,
  floor: number | undefined,
  remark: Remark | undefined,
): void {
  const { mean, interval } = ratios;
  const without = noRatio(ratios);
  if (without !== undefined) {
    figures.set(name, without);
    return;
  }
  const certain = intervalText(ratios) ?? certainty(ratios, floor);
  figures.set(name, `${times(mean)} (${certain})${afterComma(remark)}`);
  if (remark !== undefined) return;
  figures.set(`${name}.times`, times(mean));
  figures.set(`${name}.range`, interval ? range(interval.low, interval.high) : certain);
}

/** Why there is none; undefined where there is. */
export function noRatio(ratios: Ratios): string | undefined {
  return ratios.beyond > 0 ? `no ratio: ${certainty(ratios)}` : undefined;
}
