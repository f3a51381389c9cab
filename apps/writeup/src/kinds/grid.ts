import {
  type GridFolder,
  type GridRound,
  isCounted,
  isToyRun,
  readGrid,
} from '@meteor-vs-mean/measure/results';
import {
  type Chart,
  count,
  floorTimes,
  gridReport,
  isUnseen,
  judge,
  loadTable,
  range,
  short,
  slug,
  times,
  whole,
  withFloors,
} from '@meteor-vs-mean/report/drawing';
import { noDifference, noRatio } from './contestant-figures.ts';
import { type Recorded, recordedOf } from './recorded.ts';
import { drawingsOf, refuseToy } from './report.ts';

/**
 * A run of loads x targets, of the lab or of an experiment with the apps. Figures: `<table>.<load>.<target>` (the middle,
 * with its unit), with `.sum` of all valid rounds where it is counted, `.ratio` over the baseline (and `no difference seen`
 * where that is so) or `.published`; `owed.<what>.<load>.<target>` and `lost.…`, summed over the valid rounds, whose
 * number is `rounds.<load>.<target>`; of a case by hand `done.<load>`, `bound.<load>` and `seen.<load>.<target>`, in words;
 * and `claim.<key>.here`, `.ratio`, `.published`, `.factor`. Tables beside those of its report: all figures of a load, by its title.
 * @param draw makes charts of it
 * @throws one line as readGrid does
 */
export async function openGrid(
  folder: string,
  draw?: (results: GridFolder) => readonly Chart[],
): Promise<Recorded> {
  const results = await readGrid(folder);
  refuseToy(folder, isToyRun(results.manifest));
  const { summary, manifest } = results;
  const { report, charts } = gridReport(results);
  const figures = new Map<string, string>([
    ['date', manifest.started.slice(0, 10)],
    ['command', manifest.command],
    ['size', summary.size],
    ['cores', count(summary.machine.cores, 'core')],
    ...accountFigures(results.rounds),
    ...seenFigures(results),
  ]);
  for (const table of summary.tables) {
    const { key, unit } = table;
    for (const { row, column, each, middle, ratio, published, publishedRatio } of table.cells) {
      const name = [key, row, column].map(slug).join('.');
      const withUnit = (value: number) => [short(value), unit].filter((one) => one !== '').join(' ');
      if (middle !== null) figures.set(name, withUnit(middle));
      if (each.length > 0 && unit === '') figures.set(`${name}.sum`, whole(sumOf(each)));
      if (published !== null) figures.set(`${name}.published`, withUnit(published));
      if (publishedRatio !== null) figures.set(`${name}.published-ratio`, times(publishedRatio));
      if (ratio !== null && ratio.each.length > 0) {
        const unseen = judge(ratio, floorTimes(table, row)).seen === 'none' ? noDifference : '';
        figures.set(`${name}.ratio`, noRatio(ratio) ?? `${times(ratio.mean)}${certain(ratio)}${unseen}`);
      }
    }
  }
  for (const claim of withFloors(summary, manifest.plan).claims) {
    const { here, published, factor } = claim;
    const name = `claim.${slug(claim.key)}`;
    const unseen = isUnseen(claim) ? noDifference : '';
    figures.set(`${name}.here`, `${here.text}${unseen}`);
    if (here.ratio !== null) figures.set(`${name}.ratio`, `${times(here.ratio)}${certain(here)}${unseen}`);
    figures.set(`${name}.published`, published.text);
    if (factor !== null) figures.set(`${name}.factor`, times(factor));
  }
  const drawn = drawingsOf(report, [...(draw?.(results) ?? []), ...charts]);
  const tables = [...drawn.tables, ...summary.loads.map(({ key }) => loadTable(summary, key))];
  return recordedOf(figures, 'report.html', { ...drawn, tables });
}

/** What cases say of themselves, in words; of one that is measured more than once, the last round's. */
function seenFigures({ rounds, texts }: GridFolder): [string, string][] {
  return rounds.flatMap(({ round, load, target, verdict }): [string, string][] => {
    const [, title, bound, seen] =
      /^(.+)\nmust hold: (.+)\nseen: (.+)\n$/.exec(texts.get(round)?.get('seen.txt') ?? '') ?? [];
    if (title === undefined || bound === undefined || seen === undefined || !isCounted({ verdict }))
      return [];
    const where = slug(load);
    return [
      [`done.${where}`, title],
      [`bound.${where}`, bound],
      [`seen.${where}.${slug(target)}`, seen],
    ];
  });
}

/** The interval of a ratio, where there is one. */
function certain({ interval }: { interval: { low: number; high: number } | null }): string {
  return interval ? ` (95 %: ${range(interval.low, interval.high)})` : '';
}

function accountFigures(rounds: readonly GridRound[]): [string, string][] {
  const valid = rounds.filter((round) => isCounted(round) && !round.again);
  return [...Map.groupBy(valid, ({ load, target }) => `${slug(load)}.${slug(target)}`)].flatMap(
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
