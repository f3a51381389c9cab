import type { Extent, OwnFigure, Plan, PlannedClaim, PlannedTable } from '../../results/index.ts';

/** A table that has a figure of its own. */
export type OwnTable = PlannedTable & Omit<OwnFigure, 'name' | 'notes'>;

type Row = readonly [key: string, title: string, unit: string, own?: Partial<OwnTable>];

/** Tables of one extent, each of a figure of its own, named `<key>_<unit>`, of which less is better. */
export function ownTables(extent: Extent & Pick<OwnTable, 'notes'>, tables: readonly Row[]): OwnTable[] {
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

/** @returns what a plan has of tables with a figure each */
export function plannedTables(tables: readonly OwnTable[]): Pick<Plan, 'figures' | 'tables'> {
  return {
    figures: tables.map(({ figure, title, unit, better }) => ({ name: figure, title, unit, better })),
    tables: tables.map(({ unit: _, better: __, title: ___, ...table }) => table),
  };
}

/** Several tables of one extent, each with what it has of its own. */
export function tablesOver(
  extent: Extent,
  tables: readonly (Omit<PlannedTable, keyof Extent> & Partial<Extent>)[],
): PlannedTable[] {
  return tables.map((table) => ({ ...extent, ...table }));
}

/** A ratio that answers what an experiment of ours asks: nobody published another one. */
export function ownClaim(key: string, what: string, here: PlannedClaim['here']): PlannedClaim {
  return { key, what, published: { text: '', ratio: null }, here, why: '' };
}
