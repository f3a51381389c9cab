import type { OwnFigure } from '@meteor-vs-mean/measure/results';

type Told = readonly [name: string, title: string, ...notes: string[]];

/** Figures of one unit of which less is better. */
export const less = (unit: string, ...figures: readonly Told[]): OwnFigure[] => of('less', unit, figures);

/** Figures of one unit of which more is better. */
export const more = (unit: string, ...figures: readonly Told[]): OwnFigure[] => of('more', unit, figures);

function of(better: OwnFigure['better'], unit: string, figures: readonly Told[]): OwnFigure[] {
  return figures.map(([name, title, ...notes]) => ({
    name,
    title,
    unit,
    better,
    ...(notes.length > 0 ? { notes } : {}),
  }));
}
