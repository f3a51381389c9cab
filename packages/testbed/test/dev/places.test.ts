import { expect, test } from 'vitest';
import type { DatabaseWatch } from '../../src/dev/database.ts';
import type { Observer, Place } from '../../src/dev/observer.ts';
import { Places } from '../../src/dev/places.ts';

/** An app that can be away, in which what was followed stays so. */
async function open() {
  const app = { isAway: false, followed: new Set<string>(), reconnected: () => {} };
  const observer = {
    async follow({ id }: Place) {
      if (app.isAway) throw new Error('disconnected');
      app.followed.add(id);
    },
    async unfollow({ id }: Place) {
      app.followed.delete(id);
    },
    onReconnect: (listener: () => void) => Object.assign(app, { reconnected: listener }),
  } as unknown as Observer;
  const database = { newest: async () => [] } as unknown as DatabaseWatch;
  return { app, places: await Places.open([observer], database, () => {}) };
}

const list = (id: string) => ({ kind: 'lists' as const, id, name: id });

test('a list that is made while an app restarts is followed there once it is back', async () => {
  const { app, places } = await open();
  app.isAway = true;
  await expect(places.add(list('new'))).rejects.toThrow('disconnected');
  app.isAway = false;
  app.reconnected();
  expect([...app.followed]).toEqual(['new']);
});

test('an old list that could not be followed is so at the next visit, until another is', async () => {
  const { app, places } = await open();
  app.isAway = true;
  await expect(places.visit(list('old'))).rejects.toThrow('disconnected');
  app.isAway = false;
  await places.visit(list('old'));
  expect([...app.followed]).toEqual(['old']);
  await places.visit(list('older'));
  expect([...app.followed]).toEqual(['older']);
});
