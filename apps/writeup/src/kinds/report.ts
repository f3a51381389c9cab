import type { Block, Chart, Report, Section, Table } from '@meteor-vs-mean/report/drawing';

/** All tables of a report and its charts, the one that decides first; those that fold in it, too. */
export function drawingsOf(
  { sections, verdict, chief }: Report,
  charts: readonly Chart[],
): { charts: readonly Chart[]; tables: Table[]; sections: readonly Section[]; verdict: readonly string[] } {
  const tables = (blocks: readonly Block[]): Table[] =>
    blocks.flatMap((block) => {
      if (block.kind === 'table') return [block];
      return block.kind === 'fold' ? tables(block.blocks) : [];
    });
  const blocks = [...(chief === undefined ? [] : [chief]), ...sections.flatMap((section) => section.blocks)];
  return { charts, tables: tables(blocks), sections, verdict };
}

/** @throws where a run was only made to see that a command works */
export function refuseToy(folder: string, isToy: boolean): void {
  if (isToy) throw new Error(`${folder} is a toy run (--toy): no figure may be taken from it`);
}
