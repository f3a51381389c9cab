import { readLabFolder } from '@meteor-vs-mean/report';
import { isToyRun, labReport, range, short, slug, times } from '@meteor-vs-mean/report/drawing';
import type { Recorded } from './recorded.ts';
import { drawingsOf, refuseToy } from './report.ts';

/**
 * A run of the lab. Figures: `<table>.<load>.<target>` (the middle, with its unit), with `.ratio` over the baseline or
 * `.published`; and `claim.<key>.here`, `.published`, `.factor`.
 * @throws one line as readLabFolder does
 */
export async function openLab(folder: string): Promise<Recorded> {
  const results = await readLabFolder(folder);
  refuseToy(folder, isToyRun(results.manifest));
  const { summary, manifest } = results;
  const { report, charts } = labReport(results);
  const figures = new Map<string, string>([
    ['date', manifest.started.slice(0, 10)],
    ['command', manifest.command],
    ['size', summary.size],
  ]);
  for (const { key, unit, cells } of summary.tables) {
    for (const { row, column, middle, ratio, published, publishedRatio } of cells) {
      const name = [key, row, column].map(slug).join('.');
      const withUnit = (value: number) => [short(value), unit].filter((one) => one !== '').join(' ');
      if (middle !== null) figures.set(name, withUnit(middle));
      if (published !== null) figures.set(`${name}.published`, withUnit(published));
      if (publishedRatio !== null) figures.set(`${name}.published-ratio`, times(publishedRatio));
      if (ratio !== null && ratio.each.length > 0) {
        const { mean, interval } = ratio;
        const certain = interval ? ` (95 %: ${range(interval.low, interval.high)})` : '';
        figures.set(`${name}.ratio`, `${times(mean)}${certain}`);
      }
    }
  }
  for (const { key, here, published, factor } of summary.claims) {
    const name = `claim.${slug(key)}`;
    figures.set(`${name}.here`, here.text);
    figures.set(`${name}.published`, published.text);
    if (factor !== null) figures.set(`${name}.factor`, times(factor));
  }
  return {
    figure: (names) => figures.get(names.join('.')),
    ...drawingsOf(report, charts),
    names: [...figures.keys()],
    page: 'report.html',
  };
}
