/**
 * `npm run picture`: takes the README's picture, the same list in both apps side by side. A todo is added in one app
 * and another ticked in the other; the picture is taken when both show both.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Running, untilInterrupted } from '@meteor-vs-mean/bench';
import type { FrameLocator } from '@meteor-vs-mean/chromium';
import { abortable, exit, nonEmpty, root, runCommand, value } from '@meteor-vs-mean/process';
import { apps, findOrOffer, installOption } from '@meteor-vs-mean/stacks';
import { AppStage, insertList, openShared } from '@meteor-vs-mean/stage';

const size = { width: 1600, height: 720 };
/** In the order of the list. The last one is typed into one app, the second ticked in the other. */
const todos = [
  { _id: 'todo-1', text: 'Open this list in both apps', done: true },
  { _id: 'todo-2', text: 'Tick a todo in one of them' },
  { _id: 'todo-3', text: 'See it ticked in the other' },
  { _id: 'todo-4', text: 'Ask how long that took' },
];
const typed = 'Add one here: it is one database';

interface Asked {
  out: string;
  /** As `findOrOffer` takes it. */
  install: boolean | undefined;
}

/** @throws one line if an app or the browser is missing */
async function take({ out, install }: Asked, { progress, signal }: Running): Promise<void> {
  await using cleanUp = new AsyncDisposableStack();
  const shared = await openShared({ id: `picture-${process.pid}`, progress, cleanUp }, true);
  const stage = cleanUp.use(new AppStage({ size: 'full', seed: 1, signal }, shared));
  await abortable(draw(stage, { out, install }), signal);
  progress.done();
}

async function draw(stage: AppStage, { out, install }: Asked): Promise<void> {
  const db = await stage.database();
  const list = await insertList(db, 'Workshop', todos);
  const urls: string[] = [];
  for (const stack of apps) {
    const found = await findOrOffer(stack, install);
    if (!found.found)
      throw new Error(`The picture needs both apps, and ${stack.title} isn’t here: ${found.reason}`);
    const build = await stack.build({ log: (line) => console.error(line) });
    urls.push((await stage.start(build, db)).url);
  }
  const context = await stage.browser.newContext({ viewport: size, colorScheme: 'light' });
  const page = await context.newPage();
  await page.setContent(`<!doctype html>
    <style>
      body { display: flex; gap: 2px; height: 100vh; margin: 0; background: #b5b5b5; }
      iframe { flex: 1; border: 0; }
    </style>
    ${urls.map((url) => `<iframe src="${url}${list}"></iframe>`).join('')}`);
  const frames = urls.map((_, n) => page.frameLocator(`iframe >> nth=${n}`));
  const [left, right] = frames as [FrameLocator, FrameLocator];
  await right.locator('.todo-list li').nth(1).locator('.toggle').click();
  await left.locator('.new-todo').fill(typed);
  await left.locator('.new-todo').press('Enter');
  for (const frame of frames) {
    await frame.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
    await frame.locator('.todo-list li.completed').nth(1).waitFor();
    await frame.locator('.todo-list li:not(.pending)').filter({ hasText: typed }).waitFor();
    await frame.locator(':root').evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  }
  await page.mouse.move(0, 0);
  await mkdir(path.dirname(out), { recursive: true });
  await page.screenshot({ path: out, animations: 'disabled', caret: 'hide' });
}

const command = {
  name: 'picture',
  about: 'Takes the picture of the same list in both apps, side by side. Needs Meteor and a Chromium.',
  options: {
    out: value('<file>', 'a PNG, written over', nonEmpty, 'docs/side-by-side.png'),
    install: installOption,
  },
};

await runCommand(command, ({ values: { out, install } }) =>
  untilInterrupted(async (running) => {
    await take({ out: path.resolve(root, out), install }, running);
    console.log(`-> ${out}`);
    return exit.done;
  }),
);
