/** The command `npm run report`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readCompare, readRun } from '@meteor-vs-mean/measure/results';
import { exit, OptionError, repeated, runCommand } from '@meteor-vs-mean/testbed/process';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import { sideBySideBlocks } from './side-by-side.ts';
import { table } from './table.ts';
import { terminal } from './terminal.ts';
import { twoRuns } from './two-runs.ts';
import { twoRunsReport } from './two-runs-report.ts';
import { writeReport } from './write-report.ts';

const command = {
  name: 'report',
  usage: `npm run report -- <folder>        report.html, report.md, charts.json and charts/*.csv in it
npm run report -- <A> <B>         two runs of compare side by side: what an upgrade changed`,
  about: 'Draws the report of a results folder, from its files alone.',
  words: '<folder> [<folder>]',
  options: {
    out: repeated(
      '<file>',
      'of two runs: also writes that file, .html or .md; may be given twice',
      reportFile,
    ),
  },
};

function reportFile(file: string): string {
  if (/\.(html|md)$/.test(file)) return file;
  throw new OptionError('name a file that ends in .html or .md');
}

await runCommand(command, async ({ values: { out }, words }) => {
  const [first, second, third] = words;
  if (first === undefined) throw new OptionError('Name a results folder, or two to compare');
  if (third !== undefined) throw new OptionError('Name at most two results folders');
  if (second === undefined) {
    if (out.length > 0) {
      throw new OptionError('--out goes with two folders: the report of one is written into it');
    }
    const written = await writeReport(first);
    console.log(table((await readRun(first)).summary));
    console.log(`\nReport: ${written.find((file) => file.endsWith('.html'))}`);
    return exit.done;
  }
  const report = twoRunsReport(twoRuns(await readCompare(first), await readCompare(second)));
  console.log(terminal(sideBySideBlocks(report)));
  for (const file of out) {
    await writeFile(file, file.endsWith('.html') ? page(report) : markdown(report));
    console.log(`\nReport: ${path.resolve(file)}`);
  }
  return exit.done;
});
