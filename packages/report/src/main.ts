/** The command `npm run report`. */
import { readResults } from './folder.ts';
import { table } from './table.ts';
import { writeReport } from './write-report.ts';

const help = 'npm run report -- <folder>';

async function main(args: readonly string[]): Promise<void> {
  const [folder] = args;
  if (!folder) throw new Error(help);
  const written = await writeReport(folder);
  console.log(table((await readResults(folder)).summary));
  console.log(`\n${written.join('\n')}`);
}
await main(process.argv.slice(2));
