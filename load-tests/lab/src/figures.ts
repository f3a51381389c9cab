import type { GridFigure } from '@meteor-vs-mean/measure/results';

type Told = readonly [name: string, title: string, ...notes: string[]];

/** Figures of one unit of which less is better. */
export const less = (unit: string, ...figures: readonly Told[]): GridFigure[] => of('less', unit, figures);

/** Figures of one unit of which more is better. */
export const more = (unit: string, ...figures: readonly Told[]): GridFigure[] => of('more', unit, figures);

function of(better: GridFigure['better'], unit: string, figures: readonly Told[]): GridFigure[] {
  return figures.map(([name, title, ...notes]) => ({
    name,
    title,
    unit,
    better,
    ...(notes.length > 0 ? { notes } : {}),
  }));
}
