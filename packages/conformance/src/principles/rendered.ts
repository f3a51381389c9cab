import { person } from '../browser/account-page.ts';
import { comesAbout } from '../browser/comes-about.ts';
import { listIdOf, TodoPage } from '../browser/todo-page.ts';
import { whileFrozen } from '../frozen.ts';
import { askHydrated } from './hydrated.ts';
import { principle } from './principle.ts';
import { askTickedEarly } from './ticked-early.ts';

const texts = ['buy some cheese', 'feed the cat', 'book an appointment'];

export const rendered = principle(1, 'Server rendered pages are not optional', (add) => {
  add("with scripts disabled, a list's page shows the list's todos", {}, async (stage) => {
    const listId = await stage.list('Groceries', ...texts);
    const page = await (await stage.profile({ scripts: false })).newPage();
    const response = await page.goto(`${stage.subject.app.url}/lists/${listId}`, { waitUntil: 'load' });
    const shown = await page.locator('body').innerText();
    const there = texts.filter((text) => shown.includes(text)).length;
    return {
      holds: response?.ok() === true && there === texts.length,
      seen: `${there} of the list's ${texts.length} todos; the page shows ${shown.trim().length} characters of text`,
    };
  });

  add('with scripts disabled, home shows lists and rooms, and a room what was said', {}, async (stage) => {
    await stage.list('Groceries');
    const roomId = await stage.emptyRoom('Lobby');
    await stage.say(roomId, 'anybody here?');
    const page = await (await stage.profile({ scripts: false })).newPage();
    const missing: string[] = [];
    for (const [path, ...words] of [
      ['/', 'Groceries', 'Lobby'],
      [`/rooms/${roomId}`, 'Lobby', 'Mia', 'anybody here?'],
    ] as const) {
      await page.goto(`${stage.subject.app.url}${path}`);
      const shown = await page.locator('body').innerText();
      missing.push(...words.filter((word) => !shown.includes(word)));
    }
    return {
      holds: missing.length === 0,
      seen: missing.length === 0 ? 'all of it' : `missing: ${missing.join(', ')}`,
    };
  });

  add(
    'what is private is in the pages that its account asks for, which nobody keeps, and in no others',
    {},
    async (stage) => {
      const ada = await person(stage, 'Ada');
      await ada.at.page.goto(`${stage.subject.app.url}/lists/new/private`);
      const listId = await listIdOf(ada.at.page);
      await new TodoPage(ada.at.page, listId).add('a secret');
      await comesAbout(async () => (await stage.stored(listId)).length === 1);
      await stage.subject.collection('lists').updateOne({ _id: listId }, { $set: { name: 'Of Ada' } });
      const guest = await stage.profile();
      const paths = ['/', `/lists/${listId}`];
      const seen: string[] = [];
      for (const path of paths) {
        const url = `${stage.subject.app.url}${path}`;
        const own = await ada.at.page.context().request.get(url);
        if (!(await own.text()).includes('Of Ada')) seen.push(`${path} hasn't it for its account`);
        if (!/no-store/.test(own.headers()['cache-control'] ?? '')) seen.push(`${path} may be kept`);
        const others = await guest.request.get(url);
        if (/Of Ada|a secret/.test(await others.text())) seen.push(`${path} has it for a guest`);
      }
      const status = (await guest.request.get(`${stage.subject.app.url}/lists/${listId}`)).status();
      if (status !== 404) seen.push(`a guest is answered ${status}`);
      return { holds: seen.length === 0, seen: seen.length === 0 ? 'so it is' : seen.join('; ') };
    },
  );

  add("a database that doesn't answer holds no page for longer than 2 seconds", {}, async (stage, skip) => {
    const { subject } = stage;
    if (!subject.ownsMongo) skip('the MongoDB of MONGO_URL is not ours to stop');
    const listId = await stage.list('Groceries', ...texts);
    const url = `${subject.app.url}/lists/${listId}`;
    return whileFrozen(subject.mongo.pid as number, async () => {
      const began_ms = performance.now();
      const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
      await answer?.text();
      const took_ms = performance.now() - began_ms;
      return {
        holds: answer?.ok === true && took_ms < 2000,
        seen: answer
          ? `the page came after ${took_ms < 2000 ? 'less' : 'more'} than 2 s`
          : 'no page came within 10 s',
      };
    });
  });

  add('no text of a user ends the part of the page that it stands in', {}, async (stage) => {
    const text = '</script></title></textarea>--><img src=x onerror="globalThis.isBroken=true">';
    const listId = await stage.list(text, text);
    const page = await stage.open(`/lists/${listId}`);
    await page.locator('.todo-list label').filter({ hasText: '</script>' }).waitFor();
    const images = await page.locator('img').count();
    const isBroken = await page.evaluate(() => 'isBroken' in globalThis);
    return { holds: images === 0 && !isBroken, seen: `${images} images that nobody put there` };
  });

  add(
    'what is typed before the scripts are there stays, and so do the rows that are read',
    {},
    async (stage) => {
      const listId = await stage.list('Groceries', ...texts);
      const page = await (await stage.profile()).newPage();
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (line) => {
        if (/hydrat|mismatch|NG05/i.test(line.text())) problems.push(line.text());
      });
      // The scripts come when the page has been read for a while.
      const isTyped = Promise.withResolvers<void>();
      await page.route(/\.js(\?|$)/, async (route) => {
        await isTyped.promise;
        await route.continue();
      });
      await page.goto(`${stage.subject.app.url}/lists/${listId}`, { waitUntil: 'commit' });
      const field = page.locator('.new-todo');
      const isThere = await comesAbout(async () => (await field.count()) === 1, 2000);
      if (isThere) {
        await field.pressSequentially('half a thought');
        await page.locator('.todo-list li').evaluateAll((rows) => {
          for (const row of rows) Object.assign(row, { isFirst: true });
        });
      }
      isTyped.resolve();
      await page.getByTestId('connection').filter({ hasText: 'online' }).waitFor();
      const typed = await field.inputValue();
      const rows = page.locator('.todo-list li');
      await comesAbout(async () => (await rows.count()) === texts.length);
      const kept = await rows.evaluateAll((all) => all.filter((row) => 'isFirst' in row).length);
      return {
        holds: typed === 'half a thought' && kept === texts.length && problems.length === 0,
        seen: [`the field has "${typed}"`, `${kept} of ${texts.length} rows stayed`, ...problems].join('; '),
      };
    },
  );
  askTickedEarly(add);
  askHydrated(add);
});
