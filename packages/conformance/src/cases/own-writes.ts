import { expect } from 'vitest';
import { type Feature, feature } from '../feature.ts';

/**
 * Replaces cases that don't apply in a mode that doesn't notice foreign writes. A mode that noticed them would fail
 * here.
 */
export function ownWritesOnly(unmet: readonly string[]): Feature {
  const name = `only announces its own writes, so these do not apply: ${unmet.join('; ')}`;
  return feature('not applicable', (add) => {
    add(name, async (subject) => {
      const listId = await subject.list();
      const view = await (await subject.peer()).subscribe('todos.byList', { listId });
      const todo = { listId, text: 'direct', done: false, createdAt: new Date() };
      await subject.collection('todos').insertOne({ _id: 'direct', ...todo });
      const writers = subject.writers();
      // The changes of later writes arrive, so the earlier ones would have.
      for (const _id of ['own-1', 'own-2']) await writers.call('todos.insert', { _id, listId, text: 'own' });
      await view.until('its own writes', () => view.has('own-1') && view.has('own-2'));
      expect(view.has('direct')).toBe(false);
      expect(view.frames.length).toBe(2);
    });
  });
}
