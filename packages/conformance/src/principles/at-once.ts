import type { Locator } from 'playwright-core';
import { comesAbout } from '../browser/comes-about.ts';
import { framesWithout } from '../browser/frames.ts';
import type { Stage } from '../browser/stage.ts';
import { principle } from './principle.ts';

const tries = 10;

/** How a nth row is found, of those that were added to an empty list or room. */
const rows = {
  todos: (n: number) => `.todo-list li:nth-child(${n})`,
  messages: (n: number) => `article.message:nth-of-type(${n})`,
};

export const atOnce = principle(2, 'Act immediately on user input', (add) => {
  add("a new todo and a message show while the server doesn't answer", {}, async (stage) => {
    const shown: string[] = [];
    for (const [what, field] of Object.entries(await fields(stage)) as [keyof typeof rows, Locator][]) {
      await stage.whileFrozen(async () => {
        await field.fill('at once');
        await field.press('Enter');
        const row = field.page().locator(rows[what](1));
        if (await comesAbout(async () => (await row.count()) === 1, 5000)) shown.push(what);
      });
    }
    return {
      holds: shown.length === 2,
      seen: `while the server is stopped, ${shown.length === 0 ? 'nothing shows' : `${shown.join(' and ')} show`}`,
    };
  });

  add(
    'a new todo and a message are in the first frame that is drawn after their key press',
    {},
    async (stage) => {
      const drawn: { what: string; frames: number[] }[] = [];
      for (const [what, field] of Object.entries(await fields(stage)) as [keyof typeof rows, Locator][]) {
        drawn.push({ what, frames: await framesOf(stage, field, rows[what]) });
      }
      // A key may be pressed just before a frame is due, and a busy machine draws one late: half of them will do.
      const inFirst = (frames: number[]) => frames.filter((frame) => frame === 1).length;
      return {
        holds: drawn.every(({ frames }) => inFirst(frames) * 2 >= tries),
        seen: drawn.map(({ what, frames }) => `${what}: ${tally(frames)}`).join('; '),
      };
    },
  );
});

async function fields(stage: Stage): Promise<Record<keyof typeof rows, Locator>> {
  return { todos: (await stage.todos()).input, messages: (await stage.room()).input };
}

/** In which frame after its key press each of ten rows was, while the app's process is stopped. */
function framesOf(stage: Stage, field: Locator, selectorOf: (n: number) => string): Promise<number[]> {
  return stage.whileFrozen(async () => {
    const frames: number[] = [];
    for (let n = 1; n <= tries; n += 1) {
      await field.fill(`at once ${n}`);
      frames.push(1 + (await framesWithout(field.page(), selectorOf(n))));
    }
    return frames;
  });
}

/** `7 of 10 in frame 2, 3 in frame 3`. */
function tally(frames: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const frame of frames.toSorted((a, b) => a - b)) counts.set(frame, (counts.get(frame) ?? 0) + 1);
  return [...counts]
    .map(([frame, count], n) => `${count}${n === 0 ? ` of ${frames.length}` : ''} in frame ${frame}`)
    .join(', ');
}
