import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { password } from '../account-page.ts';
import { eventually } from '../eventually.ts';
import { framesWithout } from '../frames.ts';
import { pageFeature } from '../page-feature.ts';

/**
 * At 60 frames a second. Meteor's stubs are asynchronous: its row appears in the first or second frame. A busy machine
 * sometimes renders a frame more (1 of 40 tries with twice as many busy processes as cores), so the best of three tries
 * counts: a delay on every try still shows.
 */
const atOnce_frames = 2;

/** @returns the fewest frames of three tries, each of which adds a row: `selectorOf(1)` finds the first */
async function framesAtBest(field: Locator, selectorOf: (n: number) => string): Promise<number> {
  const frames: number[] = [];
  for (const n of [1, 2, 3]) {
    await field.fill(`at once ${n}`);
    frames.push(await framesWithout(field.page(), selectorOf(n)));
  }
  return Math.min(...frames);
}

const threeTexts = ['at once 1', 'at once 2', 'at once 3'];

export const optimistic = pageFeature('optimistic updates', (add) => {
  add('a new todo shows at once as pending, even if the server is stopped', async (stage) => {
    const todos = await stage.todos();
    await stage.whileFrozen(async () => {
      const frames = await framesAtBest(todos.input, (n) => `.todo-list li.pending:nth-child(${n})`);
      expect(frames).toBeLessThanOrEqual(atOnce_frames);
      expect(await todos.shown()).toEqual(threeTexts.map((text) => ({ text, done: false, pending: true })));
      expect(await todos.item(0).getAttribute('aria-busy')).toBe('true');
      expect(await stage.stored(todos.listId)).toEqual([]);
    });
    await todos.holds(...threeTexts);
    expect(await todos.notice.count()).toBe(0);
    await todos.equals(() => stage.stored(todos.listId));
  });

  add('a new message shows at once as pending, even if the server is stopped', async (stage) => {
    const room = await stage.room();
    // On Meteor's rendered page a message isn't shown before the room's subscription is ready.
    await room.page.getByTestId('present').locator('li').first().waitFor();
    await stage.whileFrozen(async () => {
      const frames = await framesAtBest(room.input, (n) => `article.message.pending:nth-of-type(${n})`);
      expect(frames).toBeLessThanOrEqual(atOnce_frames);
      expect(await room.pending()).toEqual(threeTexts);
    });
    await eventually(() => room.pending()).toEqual([]);
    expect(await room.texts()).toEqual(threeTexts);
  });

  add('marks, edits and removals show at once', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'one', 'two', 'three'));
    await todos.holds('one', 'two', 'three');
    await stage.whileFrozen(async () => {
      await todos.toggle(0).click();
      const field = await todos.edit(1);
      await field.fill('zwei');
      await field.press('Enter');
      await todos.item(2).hover();
      await todos.item(2).locator('.destroy').click();
      await eventually(() => todos.shown()).toEqual([
        { text: 'one', done: true, pending: true },
        { text: 'zwei', done: false, pending: true },
      ]);
      expect(await todos.count.textContent()).toMatch(/1 item left/);
    });
    await todos.holds('one', 'zwei');
    await todos.equals(() => stage.stored(todos.listId));
    await todos.holdsDone(true, false);
  });

  add('calls in quick succession all reach the server', async (stage) => {
    const texts = Array.from({ length: 6 }, (_, n) => `todo ${n}`);
    const todos = await stage.todos(await stage.list('Groceries', ...texts));
    await todos.holds(...texts);
    // Meteor treats a call inside another's stub as part of it, and doesn't send it.
    await todos.page.evaluate(async () => {
      for (const [n, toggle] of document.querySelectorAll<HTMLElement>('.todo-list .toggle').entries()) {
        toggle.click();
        if (n % 2) await new Promise((resolve) => setTimeout(resolve));
      }
    });
    await todos.addAtOnce('one more', 'and one more');
    await eventually(async () => (await stage.stored(todos.listId)).map(({ done }) => done)).toEqual([
      ...texts.map(() => true),
      false,
      false,
    ]);
    await todos.equals(() => stage.stored(todos.listId));
    expect(await todos.notice.count()).toBe(0);
  });

  add('a row keeps its place when the server confirms it', async (stage) => {
    const todos = await stage.todos();
    await todos.add('one', 'two', 'three', 'four', 'five');
    const seen: string[] = [];
    await eventually(async () => {
      const shown = await todos.shown();
      seen.push(shown.map(({ text }) => text).join());
      return shown.length === 5 && shown.every(({ pending }) => !pending);
    }).toBe(true);
    expect(new Set(seen.filter((texts) => texts.split(',').length === 5))).toEqual(
      new Set(['one,two,three,four,five']),
    );
    await todos.equals(() => stage.stored(todos.listId));
  });
});

export const refused = pageFeature('rejected writes', (add) => {
  add('a repeated notice is a new element, so that screen readers read it', async (stage) => {
    const room = await stage.room();
    await stage.subject.accounts().signUp('Ada', password);
    await room.call('Ada');
    const [notice, kept] = [room.page.getByTestId('notice'), room.page.getByTestId('kept')];
    await room.send('one');
    await eventually(() => kept.inputValue()).toBe('one');
    await notice.evaluate((box) => box.setAttribute('data-heard', ''));
    await room.send('two');
    await eventually(() => kept.inputValue()).toBe('one\ntwo');
    expect(await notice.getAttribute('data-heard')).toBeNull();
  });

  add('a write to a removed document is undone, and a notice shows the reason', async (stage) => {
    const todos = await stage.todos(await stage.list('Groceries', 'gone', 'kept'));
    await todos.holds('gone', 'kept');
    await stage.whileFrozen(async () => {
      await todos.toggle(0).click();
      await todos.holdsDone(true, false);
      await stage.subject.collection('todos').deleteOne({ _id: `${todos.listId}-0` });
    });
    await todos.notice.waitFor();
    expect(
      (await todos.notice.locator(':not(button)').or(todos.notice).first().textContent())?.trim(),
    ).not.toBe('');
    await todos.holds('kept');
    await todos.equals(() => stage.stored(todos.listId));
    await todos.notice.getByRole('button', { name: 'Dismiss' }).click();
    await eventually(() => todos.notice.count()).toBe(0);
  });

  add('a todo for a removed list is undone, and a notice shows the reason', async (stage) => {
    const todos = await stage.todos();
    await stage.whileFrozen(async () => {
      await todos.add('too late');
      await eventually(() => todos.texts()).toEqual(['too late']);
      await stage.subject.collection('lists').deleteOne({ _id: todos.listId });
    });
    await todos.notice.waitFor();
    await eventually(() => todos.page.getByText('too late', { exact: true }).count()).toBe(0);
    expect(await stage.stored(todos.listId)).toEqual([]);
  });

  add('a room beyond the 1000th is undone, and a notice shows the reason', async (stage) => {
    await stage.subject.fill('rooms', 1000, { name: 'full' });
    const page = await stage.open('/');
    await eventually(() => page.getByTestId('rooms').locator('li').count()).toBe(1000);
    await page.getByTestId('new-room').fill('one too many');
    await page.getByTestId('new-room').press('Enter');
    await page.getByTestId('notice').waitFor();
    await eventually(() => page.getByTestId('rooms').locator('li').count()).toBe(1000);
    expect(await page.getByText('one too many', { exact: true }).count()).toBe(0);
  });

  add(
    'rows beyond the rate limit are undone, with a notice, and the page equals the database',
    async (stage) => {
      const todos = await stage.todos(await stage.list('Groceries', 'clicked often'));
      await todos.holds('clicked often');
      // A connection may make 100 calls in 10 s. Clicks use them up cheaply; twice as many, because a window may end in
      // between.
      await todos.page.evaluate(() => {
        const toggle = document.querySelector('.toggle') as HTMLInputElement;
        for (let n = 0; n < 200; n += 1) toggle.click();
      });
      await todos.addAtOnce(...Array.from({ length: 10 }, (_, n) => `todo ${n}`));
      await todos.notice.waitFor();
      await todos.equals(() => stage.stored(todos.listId));
    },
  );

  add(
    'after a subscription beyond the rate limit a notice shows the reason, and the page loads later',
    async (stage) => {
      const listId = await stage.list('Groceries', 'milk');
      const page = await stage.open(`/lists/${listId}`);
      await page.locator('.new-todo').waitFor();
      const notice = page.getByTestId('notice');
      // A connection may subscribe 100 times in 10 s; each round trip needs at least two subscriptions.
      await page.evaluate(async () => {
        const isShown = (css: string) =>
          new Promise<void>((resolve) => {
            const look = () => (document.querySelector(css) ? resolve() : requestAnimationFrame(look));
            look();
          });
        for (let n = 0; n < 100 && !document.querySelector('[data-testid="notice"]'); n += 1) {
          document.querySelector<HTMLElement>('nav[aria-label="Main"] a')?.click();
          await Promise.race([isShown('[data-testid="lists"] a'), isShown('[data-testid="notice"]')]);
          document.querySelector<HTMLElement>('[data-testid="lists"] a')?.click();
          await Promise.race([isShown('.new-todo'), isShown('[data-testid="notice"]')]);
        }
      });
      await notice.waitFor();
      await eventually(() => notice.textContent()).toContain('subscriptions');
      await page.getByRole('link', { name: 'Home', exact: true }).click();
      await page.getByRole('link', { name: 'Groceries' }).click();
      await eventually(() => page.locator('.todo-list label').allTextContents()).toEqual(['milk']);
    },
  );
});
