import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { makeAccounts, removeAccounts, writeAccounts } from '@meteor-vs-mean/testbed/accounts';
import { mean, meteor } from '@meteor-vs-mean/testbed/stacks';
import type { Filter } from 'mongodb';
import { expect, test } from 'vitest';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';

const file = join(import.meta.dirname, '../../scenarios/journey.yml');
/** Of one room. Among them one logs in, one signs up, two reload, and one loses its connection. */
const users = 20;

for (const stack of [mean, meteor]) {
  const found = await stack.find();
  if (!found.found)
    console.log(`${stack.title}'s journey isn't run: ${found.reason}. To run it: ${found.remedy}.`);
  test.skipIf(!found.found)(
    `${stack.title}: journey.yml accounts for all that MongoDB holds, and nothing is lost`,
    { timeout: 900_000 },
    async () => {
      const build = await stack.build({ log: () => {} });
      await using testbed = await openTestbed();
      const { db, url } = await testbed.start(build);
      const accounts = await makeAccounts(db, { count: users, todos: 3, shared: 4 });
      const payload = join(temporaryFolder(), 'accounts.csv');
      await writeAccounts(payload, accounts);
      const out = temporaryFolder();
      const phases = [{ duration: 1, arrivalCount: users }];
      const overrides = { config: { phases, engines: { pubsub: { out, drain: 2 } } } };
      const generator = runArtillery([
        ...['-e', stack.name, '--target', url, '-p', payload],
        ...['--overrides', JSON.stringify(overrides)],
        ...['--variables', JSON.stringify({ pause: '2s', stay: '6s', clear: false })],
        file,
      ]);
      expect([await generator.ended, generator.output()]).toEqual([0, expect.stringContaining(out)]);
      for (const { password, token } of accounts) {
        expect(generator.output()).not.toContain(password);
        expect(generator.output()).not.toContain(token);
      }
      const { writes, deliveries, views, steps } = JSON.parse(
        readFileSync(join(out, 'journey.json'), 'utf8'),
      );
      const { owed, ...others } = deliveries;
      expect(others).toMatchObject({ seen: owed, lost: 0, doubled: 0, outOfOrder: 0, unexpected: 0 });
      // Of each user's own list at least three writes, and the posts of a room to most of those in it.
      expect(owed).toBeGreaterThan(3 * users + (users * users) / 4);
      expect(views).toMatchObject({ compared: expect.toSatisfy((count) => count > users), differ: 0 });
      expect(writes).toMatchObject({ sent: writes.acknowledged, refused: 0, unanswered: 0 });
      const written = Object.fromEntries(
        Object.entries<{ writes: number }>(steps).map(([name, { writes }]) => [name, writes]),
      );
      const stored = (name: string, filter: Filter<{ _id: string }>) =>
        db.collection<{ _id: string }>(name).countDocuments(filter);
      expect(written).toEqual({
        ...{ add: users, tick: users, edit: users, remove: users, enter: users, leave: users },
        'lists.insert': await stored('lists', { name: 'Untitled list' }),
        'add for others': await stored('todos', { _id: /-2$/ }),
        'tick for others': await stored('todos', { _id: /-2$/, done: true }),
        post: await stored('messages', { text: 'Hello to all of you' }),
      });
      expect([written['lists.insert'], written['add for others'], written.post]).toEqual([
        1,
        users - 1,
        users,
      ]);
      // What was removed, and who left.
      expect([await stored('todos', { _id: /-1$/ }), await stored('presence', {})]).toEqual([0, 0]);
      // With the account of the one that signed up.
      expect(await removeAccounts(db, accounts)).toBe(users + 1);
      expect([await stored('users', {}), await stored('lists', {})]).toEqual([0, 0]);
    },
  );
}
