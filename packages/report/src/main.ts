/** The command `npm run report`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  isGrid,
  type ResultsFolder,
  readCompare,
  readGrid,
  readManifest,
} from '@meteor-vs-mean/measure/results';
import { exit, flag, OptionError, repeated, runCommand } from '@meteor-vs-mean/testbed/process';
import type { Report } from './document.ts';
import { labTable } from './grid-run.ts';
import { machinesOf } from './machines.ts';
import { machinesReport } from './machines-report.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import { sideBySideBlocks } from './side-by-side.ts';
import { table } from './stack-run.ts';
import { checkSubmission } from './submission.ts';
import { terminal } from './terminal.ts';
import { twoRuns } from './two-runs.ts';
import { twoRunsReport } from './two-runs-report.ts';
import { writeReport } from './write-report.ts';

const command = {
  name: 'report',
  usage: `npm run report -- <folder>        report.html, report.md, charts.json and charts/*.csv in it
npm run report -- <A> <B>         two runs of compare side by side: what an upgrade changed
npm run report -- <A> <B> <C>     runs of several machines: each ratio by machine, and its spread`,
  about: 'Draws the report of a results folder, of compare or of the lab, from its files alone.',
  words: '<folder> [<folder> ...]',
  options: {
    check: flag(
      'draws nothing: says whether each folder is whole, so that it can stand beside those of others',
    ),
    out: repeated(
      '<file>',
      'of several runs: also writes that file, .html or .md; may be given twice',
      reportFile,
    ),
  },
};

function reportFile(file: string): string {
  if (/\.(html|md)$/.test(file)) return file;
  throw new OptionError('name a file that ends in .html or .md');
}

await runCommand(command, async ({ values: { out, check }, words }) => {
  const [first, second] = words;
  if (first === undefined) throw new OptionError('Name a results folder, or several to set side by side');
  if (check) return checkAll(words);
  if (second === undefined) {
    if (out.length > 0) {
      throw new OptionError('--out goes with several folders: the report of one is written into it');
    }
    const written = await writeReport(first);
    console.log(await tableOf(first));
    console.log(`\nReport: ${written.find((file) => file.endsWith('.html'))}`);
    return exit.done;
  }
  const report = sideBySide(await Promise.all(words.map((folder) => readCompare(folder))));
  console.log(terminal(sideBySideBlocks(report)));
  for (const file of out) {
    await writeFile(file, file.endsWith('.html') ? page(report) : markdown(report));
    console.log(`\nReport: ${path.resolve(file)}`);
  }
  return exit.done;
});

/** @returns the exit status: 1 if one of them isn't whole */
async function checkAll(folders: readonly string[]): Promise<number> {
  let isWhole = true;
  for (const folder of folders) {
    const { what, objections } = await checkSubmission(folder);
    console.log(`${folder}: ${objections.length === 0 ? 'whole' : 'not whole'} (${what})`);
    for (const objection of objections) console.log(`- ${objection}`);
    isWhole &&= objections.length === 0;
  }
  return isWhole ? exit.done : exit.failed;
}

/** Of two runs what changed between them; of more what each machine says. */
function sideBySide(folders: ResultsFolder[]): Report {
  const [a, b] = folders as [ResultsFolder, ResultsFolder];
  return folders.length === 2 ? twoRunsReport(twoRuns(a, b)) : machinesReport(machinesOf(folders));
}

/** What stands in a terminal of one run, of compare or of the lab. */
async function tableOf(folder: string): Promise<string> {
  const manifest = await readManifest(folder);
  if (isGrid(manifest)) return labTable((await readGrid(folder)).summary, manifest);
  return table((await readCompare(folder)).summary);
}
