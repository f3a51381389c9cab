/** Sessions on both apps: what was recorded runs, and says what the page said. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { insertList } from '@meteor-vs-mean/testbed/apps';
import { mean, meteor } from '@meteor-vs-mean/testbed/stacks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { looksMade } from '../../src/record/ids.ts';
import { withLeaves } from '../../src/record/leaves.ts';
import { scenarioFrom } from '../../src/record/record.ts';
import { temporaryFolder } from '../folder.ts';
import { runArtillery } from '../generator.ts';
import { recorded, type SharedBrowser, startSharedBrowser } from './browser.ts';
import { record } from './command.ts';
import { startRelay } from './relay.ts';
import { type Spoken, spokenIn, withoutOwn } from './spoken.ts';

const lists = ['Lk4d-92mQx_81', 'Qz7f-31bVw_52'] as const;
const texts = ['Buy milk and bread', 'Walk the dog'];

/** Both lists are this one, so that the two conversations can be compared. */
const list = 'list';
const inList = (spoken: Spoken): Spoken =>
  withLeaves(spoken, ({ value }) =>
    typeof value === 'string' ? lists.reduce((text, id) => text.replace(id, list), value) : value,
  ) as Spoken;

let browser: SharedBrowser;
let testbed: Testbed;
beforeAll(async () => {
  browser = await startSharedBrowser();
  testbed = await openTestbed();
});
afterAll(async () => {
  await browser.stop();
  await testbed.close();
});

/** Adds two todos. */
async function add(page: Page): Promise<void> {
  const field = page.locator('.todoapp .new-todo');
  await page.getByTestId('connection').getByText('online').waitFor({ state: 'attached' });
  for (const [i, text] of texts.entries()) {
    await field.fill(text);
    await field.press('Enter');
    await page.locator('.todo-list li').nth(i).waitFor();
    await page.waitForTimeout(500);
  }
}

/** Adds two, ticks the first, and removes the second. */
async function change(page: Page): Promise<void> {
  await add(page);
  await page.locator('.todo-list li .toggle').first().click();
  await page.waitForTimeout(500);
  await page.locator('.todo-list li').nth(1).hover();
  await page.locator('.todo-list li .destroy').nth(1).click();
  await page.waitForTimeout(1000);
}

for (const stack of [mean, meteor]) {
  const found = await stack.find();
  if (!found.found)
    console.log(`${stack.title} isn't recorded: ${found.reason}. To record it: ${found.remedy}.`);
  describe.skipIf(!found.found)(stack.title, () => {
    let app: App;
    beforeAll(async () => {
      const seed = async (db: App['db']) => {
        for (const list of lists) await insertList(db, list, []);
      };
      app = await testbed.start(await stack.build({ log: () => {} }), { seed });
    }, 900_000);

    test('one user sends what the page sent, and gets what it got', { timeout: 300_000 }, async () => {
      const recording = await recorded(browser, `${app.url}/lists/${lists[0]}`, change);
      const page = spokenIn(recording);
      const { yaml, kind } = scenarioFrom(recording);
      expect(kind).toBe('journey');
      const file = join(temporaryFolder(), 'recorded.yml');
      writeFileSync(file, yaml);

      const relay = await startRelay(app.url);
      const overrides = { config: { target: relay.url, phases: [{ duration: 1, arrivalCount: 1 }] } };
      const generator = runArtillery([
        ...['--overrides', JSON.stringify(overrides)],
        ...['--variables', JSON.stringify({ listId: lists[1] }), file],
      ]);
      expect([await generator.ended, generator.output()]).toEqual([0, expect.any(String)]);
      await relay.stop();

      const user = spokenIn(relay.recording);
      const isOwn = (text: string) =>
        looksMade(text) || /-todo\d*$/.test(text) || texts.some((one) => text.startsWith(one));
      expect(page.sent.length).toBeGreaterThan(6);
      expect(page.events.length).toBeGreaterThanOrEqual(4);
      expect(withoutOwn(inList(user), isOwn)).toEqual(withoutOwn(inList(page), isOwn));
    });

    test('50 users: every delivery comes', { timeout: 300_000 }, async () => {
      const { file, yaml, status } = await record(browser, `${app.url}/lists/${lists[0]}`, add, ['--try']);
      expect([status, yaml]).toEqual([0, expect.stringContaining('publish:')]);
      const { config, scenarios } = parse(yaml);
      expect(config.variables).toMatchObject({ listId: lists[0] });
      expect(config.engines.pubsub.deliveries).toMatchObject([{ event: 'added' }]);
      expect(scenarios[0].flow.at(-1).publish.params).toEqual([
        { _id: '{{ $writeId }}', listId: '{{ listId }}', text: texts[0] },
      ]);
      const generator = runArtillery(['--variables', '{"duration":5}', file]);
      expect([await generator.ended, generator.output()]).toEqual([
        0,
        expect.stringMatching(/25 acknowledged, .* to 50 subscribers 1250 deliveries.* 1250 seen, 0 lost/),
      ]);
    });
  });
}
