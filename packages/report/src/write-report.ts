import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { csv } from './csv.ts';
import { readFolder } from './folder.ts';
import { markdown } from './markdown.ts';

/**
 * Draws a results folder's report into it, from its files alone: report.html, report.md, and the numbers of every
 * chart in charts.json and charts/*.csv. An older report is written over.
 * @returns the paths of what was written
 * @throws as readFolder does
 */
export async function writeReport(folder: string): Promise<string[]> {
  const results = await readFolder(folder);
  // The library that draws takes a while to load: only where something is drawn.
  const [{ reportOf }, { page }] = await Promise.all([import('./report.ts'), import('./page.ts')]);
  const { report, charts } = reportOf(results);
  const written: string[] = [];
  const write = async (name: string, content: string) => {
    await writeFile(path.join(folder, name), content);
    written.push(path.join(folder, name));
  };
  await write('report.html', page(report));
  await write('report.md', markdown(report));
  const numbers = charts.map(({ id, title, description, columns, rows }) => ({
    id,
    title,
    description,
    columns,
    rows,
  }));
  await write('charts.json', `${JSON.stringify({ format: 1, run: results.manifest.id, charts: numbers })}\n`);
  await rm(path.join(folder, 'charts'), { recursive: true, force: true });
  await mkdir(path.join(folder, 'charts'), { recursive: true });
  for (const chart of charts) await write(path.join('charts', `${chart.id}.csv`), csv(chart));
  return written;
}
