import { askHydrated } from './hydrated.ts';
import { principle } from './principle.ts';

const texts = ['buy some cheese', 'feed the cat', 'book an appointment'];

export const rendered = principle(1, 'Server rendered pages are not optional', (add) => {
  add(
    "with scripts disabled, a list's page shows the list's todos",
    {
      meteor: "the app doesn't use Meteor's server-render: the HTML is an empty page, which scripts fill",
    },
    async (stage) => {
      const listId = await stage.list('Groceries', ...texts);
      const page = await (await stage.profile({ scripts: false })).newPage();
      const response = await page.goto(`${stage.subject.app.url}/lists/${listId}`, { waitUntil: 'load' });
      const shown = await page.locator('body').innerText();
      const there = texts.filter((text) => shown.includes(text)).length;
      return {
        holds: response?.ok() === true && there === texts.length,
        seen: `${there} of the list's ${texts.length} todos; the page shows ${shown.trim().length} characters of text`,
      };
    },
  );
  askHydrated(add);
});
