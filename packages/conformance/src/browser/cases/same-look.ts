import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { pageFeature } from '../page-feature.ts';
import type { Stage } from '../stage.ts';

/**
 * This many pixels of a page may differ; differences in antialiasing aren't counted. Observed are none, but 7 on a
 * list's page: React renders "2 items left" in pieces, so its letters are shifted by fractions of a pixel. A missing
 * word, or an element shifted by one pixel, exceeds it.
 */
const tolerated_pixels = 20;

type Shown = [name: string, path: string, ready: string];

/** Pages of the shared database, each with a selector that only matches the complete page. */
async function pages(stage: Stage): Promise<Shown[]> {
  const listId = await stage.list(
    'Groceries',
    'milk',
    'bread',
    'a todo whose text is longer than one line of a phone',
  );
  await stage.subject.collection('todos').updateOne({ _id: `${listId}-1` }, { $set: { done: true } });
  const roomId = await stage.roomOf(8);
  return [
    ['home', '/', 'body:has([data-testid=lists] a) [data-testid=rooms] a'],
    ['list', `/lists/${listId}`, 'body:has(.todo-list li:nth-child(3)) .clear-completed'],
    ['room', `/rooms/${roomId}`, 'body:has(.message:nth-child(8)) [data-testid=present] li'],
    ['log-in', '/login', 'form button'],
  ];
}

async function picture(
  stage: Stage,
  [, path, ready]: Shown,
  size: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<PNG> {
  const context = await stage.profile(size);
  await context.addInitScript(() => localStorage.setItem('nickname', 'Ada'));
  const page = await stage.open(path, { context });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.locator(ready).first().waitFor();
  // The app's name has to differ.
  await page.locator('.bar .stack').evaluate((name) => {
    name.textContent = 'App';
  });
  // Earlier visitors have left the room.
  await eventually(() => page.getByTestId('present').locator('li').count()).toBeLessThanOrEqual(1);
  const image = PNG.sync.read(await atRest(page));
  await page.close();
  return image;
}

/** A screenshot that equals the previous one. */
async function atRest(page: Page): Promise<Buffer> {
  const shoot = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
  let last = await shoot();
  await eventually(async () => {
    const before = last;
    last = await shoot();
    return last.equals(before);
  }, 'two equal screenshots in a row').toBe(true);
  return last;
}

/** @returns how many pixels differ, and a picture of them */
function compared(mine: PNG, theirs: PNG): { pixels: number; difference: PNG } {
  const { width, height } = mine;
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(mine.data, theirs.data, difference.data, width, height, { threshold: 0.1 });
  return { pixels, difference };
}

/** @returns the folder of the screenshots */
async function kept(pictures: Record<string, PNG>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'same-look-'));
  for (const [name, image] of Object.entries(pictures)) {
    await writeFile(join(folder, `${name}.png`), PNG.sync.write(image));
  }
  return folder;
}

/** Compares each app's pages with the other's, on the same documents. */
export const sameLook = pageFeature<[Stage, Stage]>('same look', (add) => {
  for (const width of [1280, 390]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      add(`home, list, room and log-in at ${width} px, ${colorScheme}`, async (one, other) => {
        const size = { width, height: 900 };
        const said: string[] = [];
        for (const shown of await pages(one)) {
          const mine = await picture(one, shown, size, colorScheme);
          const theirs = await picture(other, shown, size, colorScheme);
          const { pixels, difference } = compared(mine, theirs);
          said.push(`${shown[0]} ${pixels}`);
          if (pixels > tolerated_pixels) {
            const folder = await kept({ one: mine, other: theirs, difference });
            expect.soft(pixels, `${shown[0]}: see ${folder}`).toBeLessThanOrEqual(tolerated_pixels);
          }
        }
        const total = size.width * size.height;
        console.log(`At ${width} px, ${colorScheme}, pixels that differ of ${total}: ${said.join(', ')}.`);
      });
    }
  }
});
