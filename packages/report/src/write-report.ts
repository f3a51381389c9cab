import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readRun } from '@meteor-vs-mean/measure/results';
import { type Chart, csv } from './chart.ts';
import type { Report } from './document.ts';
import { markdown } from './markdown.ts';

/**
 * Draws the report of a results folder into it, from its files alone: report.html, report.md,
 * and the numbers of every chart in charts.json and charts/*.csv. An older report is written over.
 * @returns the paths of what was written
 * @throws one line, as readRun does: a folder that doesn't add up isn't drawn
 */
export async function writeReport(folder: string): Promise<string[]> {
  const { id, report, charts } = await reportFrom(folder);
  const { page } = await import('./page.ts');
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
  await write('charts.json', `${JSON.stringify({ format: 1, run: id, charts: numbers })}\n`);
  await rm(path.join(folder, 'charts'), { recursive: true, force: true });
  await mkdir(path.join(folder, 'charts'), { recursive: true });
  for (const chart of charts) await write(path.join('charts', `${chart.id}.csv`), csv(chart));
  return written;
}

/**
 * The page of a results folder's report, for who shows it without writing it.
 * @throws one line, as writeReport does
 */
export async function drawPage(folder: string): Promise<string> {
  const { report } = await reportFrom(folder);
  const { page } = await import('./page.ts');
  return page(report);
}

/** The library that draws takes a while to load: only where something is drawn. */
async function reportFrom(folder: string): Promise<{ id: string; report: Report; charts: Chart[] }> {
  const results = await readRun(folder);
  const { reportOf } = await import('./report.ts');
  return { id: results.manifest.id, ...reportOf(results) };
}
