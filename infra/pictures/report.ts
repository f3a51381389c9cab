/** `npm run picture:report`: takes the README's picture of a report, from a recorded run. */
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser } from '@meteor-vs-mean/chromium';

const root = path.resolve(import.meta.dirname, '../..');
const standard = {
  of: 'load-tests/results/reference/2026-11-21-full-200',
  out: 'docs/report.png',
};
const help = `npm run picture:report [-- options]

Takes a picture of how the report of a run begins. Needs a Chromium.

  --of <folder>   a results folder; default: ${standard.of}
  --out <file>    a PNG, written over; default: ${standard.out}
  --help`;

const size = { width: 1000, height: 940 };
/** A front page has to load quickly. */
const most_bytes = 200_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { of: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const report = path.resolve(values.of ?? path.join(root, standard.of), 'report.html');
  const out = path.resolve(values.out ?? path.join(root, standard.out));
  await access(report).catch(() => {
    throw new Error(`${report} isn't there: name a results folder, or draw its report with npm run report`);
  });
  const picture = await pictureOf(report);
  const bytes = picture.length;
  if (bytes > most_bytes)
    throw new Error(
      `The picture has ${bytes} bytes, and ${most_bytes} are the most: make it smaller. ${out} is not written`,
    );
  await mkdir(path.dirname(out), { recursive: true });
  await writeFile(out, picture);
  console.log(`${out}: ${bytes} bytes`);
}

async function pictureOf(report: string): Promise<Buffer> {
  const open = await openBrowser();
  try {
    const page = await open.browser.newPage({ viewport: size, colorScheme: 'light' });
    await page.goto(pathToFileURL(report).href);
    return await page.screenshot();
  } finally {
    await open.browser.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(`picture:report: ${(error as Error).message}`);
  process.exitCode = 1;
}
