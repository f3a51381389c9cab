import type { SampleFigure } from './figure.ts';

/** A figure of one experiment's own, said once in its plan: tables and claims name it. */
export interface OwnFigure {
  /** As the samples have it. */
  name: string;
  title: string;
  unit: string;
  better: 'more' | 'less';
  /** Under each of its tables. */
  notes?: readonly string[];
}

/** @throws if a table or a claim names a figure that the plan doesn't have */
export function ownFigure(figures: readonly OwnFigure[], name: string): OwnFigure {
  const found = figures.find((figure) => figure.name === name);
  if (found) return found;
  throw new Error(`the plan has no figure "${name}": ${figures.map((one) => one.name).join(', ')}`);
}

/** An own figure as one that a round's value is taken by. */
export function sampleFigure({ name, title, unit, better }: OwnFigure): SampleFigure {
  return {
    kind: 'sample',
    name,
    page: name,
    label: title,
    row: title,
    shown: { unit, scale: 1 },
    better,
    compared: true,
  };
}
