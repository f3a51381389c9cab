import type { Extent, OwnTable, PlannedClaim } from '../../results/index.ts';

type Told = readonly [key: string, title: string, unit: string, own?: Partial<OwnTable>];

/** Tables of one extent, each of a figure of its own, named `<key>_<unit>`, of which less is better. */
export function ownTables(extent: Extent & Pick<OwnTable, 'notes'>, tables: readonly Told[]): OwnTable[] {
  return tables.map(([key, title, unit, own]) => ({
    key,
    title,
    figure: unit === '' ? key : `${key}_${unit}`,
    unit,
    better: 'less',
    ...extent,
    ...own,
  }));
}

/** A ratio that answers what an experiment of ours asks: nobody published another one. */
export function ownClaim(key: string, what: string, here: PlannedClaim['here']): PlannedClaim {
  return { key, what, published: { text: '', ratio: null }, here, why: '' };
}
