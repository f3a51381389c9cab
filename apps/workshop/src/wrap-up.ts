/** `npm run workshop:wrap-up`: the predictions and results of all laptops. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { markdown, page, sideBySideBlocks, terminal } from '@meteor-vs-mean/report/drawing';
import { exit, nonEmpty, OptionError, runCommand, value } from '@meteor-vs-mean/testbed/process';
import { handedIn } from './handed-in.ts';
import { notesFolder } from './notes.ts';
import { wrapUpReport } from './wrap-up-report.ts';

const command = {
  name: 'workshop:wrap-up',
  usage: 'npm run workshop:wrap-up -- <folder> [<folder> ...]',
  about: `Compares each pair's predictions with its results, and each ratio by machine. A folder is one from
npm run workshop:hand-in, or one with several of them.`,
  words: '<folder> [<folder> ...]',
  options: {
    out: value('<file>', 'the file to write, .html or .md', nonEmpty, path.join(notesFolder, 'wrap-up.html')),
  },
};

await runCommand(command, async ({ values: { out }, words }) => {
  if (words.length === 0) throw new OptionError('Name the folder with the handed-in folders');
  if (!/\.(html|md)$/.test(out)) throw new OptionError(`--out ${out}: name a file that ends in .html or .md`);
  const report = wrapUpReport(await handedIn(words, (line) => console.error(line)));
  console.log(terminal(sideBySideBlocks(report)));
  await mkdir(path.dirname(path.resolve(out)), { recursive: true });
  await writeFile(out, out.endsWith('.html') ? page(report) : markdown(report));
  console.log(`\nReport: ${path.resolve(out)}`);
  return exit.done;
});
