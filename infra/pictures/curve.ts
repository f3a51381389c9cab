/** `npm run picture:curve -w @meteor-vs-mean/infra`: takes the README's picture of the curve, from its recorded run. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reference } from '@meteor-vs-mean/measure/results';
import { drawPage } from '@meteor-vs-mean/report';
import { openBrowser } from '@meteor-vs-mean/testbed/chromium';
import { exit, nonEmpty, root, runCommand, value } from '@meteor-vs-mean/testbed/process';
import { recordedReference, references } from '@meteor-vs-mean/writeup/references';

const command = {
  name: 'picture:curve',
  about: 'Takes a picture of the curve in the report of a run. Needs a Chromium.',
  options: {
    of: value('<folder>', 'a results folder of compare --curve; without it, the recorded run', nonEmpty),
    out: value('<file>', 'a PNG; an older one is replaced', nonEmpty, 'docs/curve.png'),
  },
};

const size = { width: 860, height: 900 };
/** A front page has to load quickly. */
const most_bytes = 200_000;

await runCommand(command, async ({ values }) => {
  const recorded = async () => path.join(reference, (await recordedReference(references.curve)).folder);
  const html = await drawPage(values.of === undefined ? await recorded() : path.resolve(root, values.of));
  const out = path.resolve(root, values.out);
  const picture = await pictureOf(html);
  const bytes = picture.length;
  if (bytes > most_bytes)
    throw new Error(
      `The picture has ${bytes} bytes, and ${most_bytes} are the most: make it smaller. ${out} is not written`,
    );
  await mkdir(path.dirname(out), { recursive: true });
  await writeFile(out, picture);
  console.log(`${out}: ${bytes} bytes`);
  return exit.done;
});

async function pictureOf(html: string): Promise<Buffer> {
  const open = await openBrowser();
  try {
    const page = await open.browser.newPage({ viewport: size, colorScheme: 'light' });
    await page.setContent(html);
    return await page
      .locator('figure', { hasText: 'CPU per write' })
      .first()
      .locator('svg:visible')
      .screenshot();
  } finally {
    await open.browser.close();
  }
}
