import {
  isCounted,
  type ResultsFolder,
  type Round,
  type SampleRound,
  tablesOf,
} from '@meteor-vs-mean/measure/results';
import {
  afterComma,
  claimRemark,
  claimsOf,
  floorTimes,
  judge,
  range,
  short,
  show,
  slug,
  times,
  whole,
} from '@meteor-vs-mean/report/drawing';
import { type Figures, noRatio } from './contestant-figures.ts';

/**
 * Of the experiment's own figures: `<table>.<load>.<contestant>` (the middle, with its unit), with `.sum` of all valid
 * rounds where it is counted, `.ratio` over the baseline (with the remark of `judge`) or `.published`;
 * `owed.<what>.<load>.<contestant>` and `lost.…`, summed over the valid rounds, whose number is `rounds.<load>.<contestant>`;
 * of a case by hand `done.<load>`, `bound.<load>` and `seen.<load>.<contestant>`, in words; and `claim.<key>.here`,
 * `.ratio`, `.published`, `.factor`.
 */
export function ownFigures(figures: Figures, results: ResultsFolder): void {
  const { summary } = results;
  for (const [name, text] of [...accountFigures(results.rounds), ...seenFigures(results)]) {
    figures.set(name, text);
  }
  for (const table of tablesOf(summary)) {
    const { key, unit } = table;
    for (const { row, column, each, middle, ratio, published, publishedRatio } of table.cells) {
      const name = [key, row, column].map(slug).join('.');
      const withUnit = (value: number) => (unit === '' ? short(value) : show(value, { unit, scale: 1 }));
      if (middle !== null) figures.set(name, withUnit(middle));
      if (each.length > 0 && unit === '') figures.set(`${name}.sum`, whole(sumOf(each)));
      if (published !== null) figures.set(`${name}.published`, withUnit(published));
      if (publishedRatio !== null) figures.set(`${name}.published-ratio`, times(publishedRatio));
      if (ratio !== null) {
        const unseen = afterComma(judge(ratio, floorTimes(table, row)).remark);
        figures.set(`${name}.ratio`, noRatio(ratio) ?? `${times(ratio.mean)}${certain(ratio)}${unseen}`);
      }
    }
  }
  for (const claim of claimsOf(summary)) {
    const { here, published, factor } = claim;
    const name = `claim.${slug(claim.key)}`;
    const unseen = afterComma(claimRemark(claim));
    figures.set(`${name}.here`, `${here.text}${unseen}`);
    if (here.ratio !== null) figures.set(`${name}.ratio`, `${times(here.ratio)}${certain(here)}${unseen}`);
    figures.set(`${name}.published`, published.text);
    if (factor !== null) figures.set(`${name}.factor`, times(factor));
  }
}

/** What cases say of themselves, in words; of one that is measured more than once, the last round's. */
function seenFigures({ rounds, texts }: Pick<ResultsFolder, 'rounds' | 'texts'>): [string, string][] {
  return rounds.flatMap(({ round, load, contestant, verdict }): [string, string][] => {
    const [, title, bound, seen] =
      /^(.+)\nmust hold: (.+)\nseen: (.+)\n$/.exec(texts.get(round)?.get('seen.txt') ?? '') ?? [];
    if (title === undefined || bound === undefined || seen === undefined || !isCounted({ verdict }))
      return [];
    const where = slug(load);
    return [
      [`done.${where}`, title],
      [`bound.${where}`, bound],
      [`seen.${where}.${slug(contestant)}`, seen],
    ];
  });
}

/** The interval of a ratio, where there is one. */
function certain({ interval }: { interval: { low: number; high: number } | null }): string {
  return interval ? ` (95 %: ${range(interval.low, interval.high)})` : '';
}

function accountFigures(rounds: readonly Round[]): [string, string][] {
  const valid = rounds.filter((round): round is SampleRound => round.kind === 'sample' && isCounted(round));
  return [...Map.groupBy(valid, ({ load, contestant }) => `${slug(load)}.${slug(contestant)}`)].flatMap(
    ([where, mine]) => {
      const accounts = Map.groupBy(
        mine.flatMap((round) => round.accounts),
        ({ what }) => slug(what),
      );
      return [
        [`rounds.${where}`, whole(mine.length)] as [string, string],
        ...[...accounts].flatMap(([what, all]): [string, string][] => [
          [`owed.${what}.${where}`, whole(sumOf(all.map(({ owed }) => owed)))],
          [`lost.${what}.${where}`, whole(sumOf(all.map(({ lost = 0 }) => lost)))],
        ]),
      ];
    },
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
