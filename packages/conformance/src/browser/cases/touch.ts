import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { person } from '../account-page.ts';
import { pageFeature } from '../page-feature.ts';

/** The least size for a finger, in pixels each way. */
const finger_px = 44;
/** A smaller font in a field makes a phone zoom in. */
const letter_px = 16;

/** Visible buttons, links and fields that are too small for a finger, except links within a sentence. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ finger, letter }) => {
      const found: string[] = [];
      for (const each of document.querySelectorAll<HTMLElement>(
        'a, button, input, summary, select, textarea',
      )) {
        if (!each.checkVisibility() || each.matches('.skip, #toggle-all, p a')) continue;
        const { width, height } = each.getBoundingClientRect();
        const name = `${each.tagName.toLowerCase()} ${each.className || each.textContent || each.ariaLabel}`;
        if (Math.round(width) < finger || Math.round(height) < finger) {
          found.push(`${name}: ${Math.round(width)} × ${Math.round(height)}`);
        }
        const size = Number.parseFloat(getComputedStyle(each).fontSize);
        if (each.matches('input:not([type=checkbox]), select, textarea') && size < letter)
          found.push(`${name}: ${size} px`);
      }
      return found;
    },
    { finger: finger_px, letter: letter_px },
  );
}

export const touch = pageFeature('by finger, on a phone', (add) => {
  const phone = { width: 390, height: 800 };

  add('all controls are large enough, and no field makes the page zoom', async (stage) => {
    const listId = await stage.list('Groceries', 'milk', 'bread');
    await stage.subject.collection('todos').updateOne({ _id: `${listId}-0` }, { $set: { done: true } });
    const roomId = await stage.emptyRoom();
    for (const [path, ready] of [
      ['/', '.links a'],
      [`/lists/${listId}`, '.clear-completed'],
      [`/rooms/${roomId}`, '[data-testid=new-message]'],
      ['/login', 'form button'],
      ['/signup', 'form button'],
    ] as const) {
      const page = await stage.open(path, phone);
      await page.locator(ready).first().waitFor();
      expect(await tooSmall(page), path).toEqual([]);
    }
    const ada = await person(stage, 'Ada', { width: phone.width });
    await ada.at.page.goto(`${stage.subject.app.url}/account`);
    await ada.at.form.waitFor();
    expect(await tooSmall(ada.at.page), '/account').toEqual([]);
  });

  add('answers to questions are large enough', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'milk', 'bread'), phone);
    const { page } = todos;
    await page.getByTestId('rename').click();
    expect(await tooSmall(page), 'a name').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByTestId('remove').click();
    expect(await tooSmall(page), 'a removal').toEqual([]);
  });
});
