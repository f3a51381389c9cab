/** The command `npm run report`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readFolder, readResults } from './folder.ts';
import { readManifest } from './folder-files.ts';
import { isLab, readLabFolder } from './lab/folder.ts';
import { labTable } from './lab/table.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import { table } from './table.ts';
import { terminal } from './terminal.ts';
import { twoRuns } from './two-runs.ts';
import { twoRunsBlocks, twoRunsReport } from './two-runs-report.ts';
import { writeReport } from './write-report.ts';

const help = `Draws the report of a results folder, of compare or of the lab, from its files alone.

  npm run report -- <folder>        report.html, report.md, charts.json and charts/*.csv in it
  npm run report -- <A> <B>         two runs of compare side by side: what an upgrade changed
      --out <file.html|file.md>     of two runs: also writes that file; may be given twice
  --help`;

interface Command {
  folders: string[];
  out: string[];
  help: boolean;
}

/** @throws one line that says what would be right */
function parse(args: string[]): Command {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
  });
  const { out = [], help = false } = values;
  if (help) return { folders: positionals, out, help };
  if (positionals.length < 1 || positionals.length > 2) {
    throw new Error(`Name one results folder, or two to set side by side; ${positionals.length} were named`);
  }
  if (out.length > 0 && positionals.length === 1) {
    throw new Error('--out goes with two folders: the report of one is written into it');
  }
  const wrong = out.find((file) => !/\.(html|md)$/.test(file));
  if (wrong !== undefined) throw new Error(`--out ${wrong}: name a file that ends in .html or .md`);
  return { folders: positionals, out, help };
}

async function main(args: string[]): Promise<void> {
  const { folders, out, help: asked } = parse(args);
  const [first, second] = folders;
  if (asked || first === undefined) {
    console.log(help);
    return;
  }
  if (second === undefined) {
    const written = await writeReport(first);
    console.log(await tableOf(first));
    console.log(`\nReport: ${written.find((file) => file.endsWith('.html'))}`);
    return;
  }
  const report = twoRunsReport(twoRuns(await readFolder(first), await readFolder(second)));
  console.log(terminal(twoRunsBlocks(report)));
  for (const file of out) {
    await writeFile(file, file.endsWith('.html') ? page(report) : markdown(report));
    console.log(`\nReport: ${path.resolve(file)}`);
  }
}

/** What stands in a terminal of one run, of compare or of the lab. */
async function tableOf(folder: string): Promise<string> {
  const manifest = await readManifest(folder);
  if (isLab(manifest)) return labTable((await readLabFolder(folder)).summary);
  return table((await readResults(folder)).summary);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(process.env.DEBUG ? error : `report: ${(error as Error).message}`);
  process.exitCode = 1;
}
