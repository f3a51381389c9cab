import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../browser/eventually.ts';
import { framesWithout } from '../browser/frames.ts';
import { pageFeature } from '../browser/page-feature.ts';
import type { Stage } from '../browser/stage.ts';

const tries = 10;

interface Place {
  field: Locator;
  /** Selects the nth row added to an empty list or room. */
  selectorOf: (n: number) => string;
}

export const atOnce = pageFeature('principle 2: act immediately on user input', (add) => {
  add("a new todo and a message show even if the server doesn't answer", async (stage) => {
    for (const { field, selectorOf } of await places(stage)) {
      await stage.whileFrozen(async () => {
        await field.fill('at once');
        await field.press('Enter');
        await eventually(() => field.page().locator(selectorOf(1)).count()).toBe(1);
      });
    }
  });

  add(
    'a new todo and a message are in the first frame after their key press, on Meteor in the first three',
    async (stage) => {
      // Meteor 3's stubs are asynchronous.
      const allowed = stage.subject.environment.stack === 'meteor' ? 2 : 0;
      for (const { field, selectorOf } of await places(stage)) {
        const late = await stage.whileFrozen(async () => {
          const frames: number[] = [];
          for (let n = 1; n <= tries; n += 1) {
            await field.fill(`at once ${n}`);
            frames.push(await framesWithout(field.page(), selectorOf(n)));
          }
          return frames.filter((count) => count > allowed);
        });
        // A key may be pressed just before a frame, and a busy machine renders one late: half of them are enough.
        expect(late.length, `frames without the row: ${late}`).toBeLessThanOrEqual(tries / 2);
      }
    },
  );
});

async function places(stage: Stage): Promise<Place[]> {
  return [
    { field: (await stage.todos()).input, selectorOf: (n) => `.todo-list li:nth-child(${n})` },
    { field: (await stage.room()).input, selectorOf: (n) => `article.message:nth-of-type(${n})` },
  ];
}
