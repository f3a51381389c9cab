import { type Query, queryOf, type WireDocument } from '@meteor-vs-mean/contract';
import { expect, test } from 'vitest';
import type { Write } from '../src/live/event.ts';
import { type Change, Result } from '../src/live/result.ts';

/** The same sequence for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** The database's result. */
function answer(stored: Map<string, WireDocument>, { filter, sort, limit }: Query): WireDocument[] {
  const direction = sort.createdAt ?? 1;
  const key = ({ createdAt, _id }: WireDocument) => `${(createdAt as { $date: number }).$date} ${_id}`;
  return [...stored.values()]
    .filter((document) => Object.entries(filter).every(([field, value]) => document[field] === value))
    .sort((a, b) => (key(a) < key(b) ? -direction : direction))
    .slice(0, limit);
}

function show(shown: Map<string, WireDocument>, changes: Change[]): void {
  for (const change of changes) {
    if (change[0] === 'added') {
      expect(shown.has(change[1]._id)).toBe(false);
      shown.set(change[1]._id, { ...change[1] });
    } else if (change[0] === 'removed') {
      expect(shown.delete(change[1])).toBe(true);
    } else {
      const document = shown.get(change[1]) as WireDocument;
      Object.assign(document, change[2]);
      for (const field of change[3] ?? []) delete document[field];
    }
  }
}

test.each([
  ['todos.byList', { listId: 'l0' }],
  ['messages.byRoom', { roomId: 'l0', limit: 5 }],
  ['lists.all', {}],
])('%s matches the database’s result, or is incomplete', (name, params) => {
  const query = queryOf(name, params) as Query;
  const field = Object.keys(query.filter)[0] ?? 'listId';
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomOf(seed);
    const stored = new Map<string, WireDocument>();
    const shown = new Map<string, WireDocument>();
    let result = new Result(query, []);
    let reloads = 0;
    for (let step = 0; step < 300; step++) {
      const _id = `d${random(15)}`;
      const held = stored.get(_id);
      const createdAt = { $date: 1000 + random(50) };
      let write: Write;
      if (!held || random(8) === 0) {
        write = { kind: 'put', document: { _id, [field]: `l${random(2)}`, text: `${random(3)}`, createdAt } };
      } else if (random(3) === 0) {
        write = { kind: 'remove', id: _id };
      } else {
        const fields = [{ text: `${random(3)}` }, { [field]: `l${random(2)}` }, { createdAt }, { note: 1 }][
          random(4)
        ];
        write = { kind: 'update', id: _id, fields: fields ?? {}, cleared: random(4) === 0 ? ['note'] : [] };
        if (fields && 'note' in fields) write.cleared = [];
      }
      if (write.kind === 'remove') stored.delete(_id);
      else if (write.kind === 'put') stored.set(_id, write.document);
      else {
        const next = { ...held, ...write.fields } as WireDocument;
        for (const gone of write.cleared) delete next[gone];
        stored.set(_id, next);
      }
      show(shown, result.apply(write));
      const expected = answer(stored, query);
      if (result.incomplete) {
        const fresh = new Result(query, expected);
        show(shown, result.changesTo(fresh));
        result = fresh;
        reloads++;
      }
      expect(result.documents).toEqual(expected);
      expect([...shown.values()].sort((a, b) => (a._id < b._id ? -1 : 1))).toEqual(
        [...expected].sort((a, b) => (a._id < b._id ? -1 : 1)),
      );
    }
    if (name === 'lists.all') expect(reloads).toBe(0);
  }
});
