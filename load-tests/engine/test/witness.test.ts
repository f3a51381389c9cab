import type { Subscription } from '@meteor-vs-mean/pubsub-client';
import { describe, expect, test } from 'vitest';
import { changesIn, makeWitness, type Witness } from '../src/account/witness.ts';

describe('a witness', () => {
  test('keeps the documents that DDP sends, by collection', () => {
    const witness = makeWitness('ddp-sockjs', undefined) as Witness;
    const take = (msg: string, collection: string, rest: Record<string, unknown>) =>
      witness.take({ event: msg, collection, args: [{ msg, collection, ...rest }] });
    take('added', 'todos', { id: 'a', fields: { text: 'one', done: false } });
    take('added', 'todos', { id: 'b', fields: { text: 'two' } });
    take('added', 'lists', { id: 'a' });
    take('changed', 'todos', { id: 'a', fields: { done: true }, cleared: ['text'] });
    take('removed', 'todos', { id: 'b' });
    expect(witness.documents()).toEqual({
      todos: { a: { _id: 'a', done: true } },
      lists: { a: { _id: 'a' } },
    });
  });

  test('keeps the documents that Socket.io sends, by the configured view', () => {
    const view = {
      key: '_id',
      snapshot: 'documents',
      events: [
        { event: 'added', document: 1 },
        { event: 'changed', id: 1, fields: 2, cleared: 3 },
        { event: 'removed', id: 1 },
      ],
    };
    const witness = makeWitness('socketio', view) as Witness;
    witness.snapshot({
      snapshot: { channel: 'c', documents: [{ _id: 'a', n: 1, m: 1 }, { _id: 'b' }] },
    } as Subscription);
    witness.take({ event: 'added', args: ['c', { _id: 'd', n: 4 }] });
    witness.take({ event: 'changed', args: ['c', 'a', { n: 2 }, ['m']] });
    witness.take({ event: 'removed', args: ['c', 'b'] });
    witness.take({ event: 'typing', args: ['somebody'] });
    expect(witness.documents()).toEqual({ '': { a: { _id: 'a', n: 2 }, d: { _id: 'd', n: 4 } } });
  });

  test('turns a snapshot of Socket.io into changes; DDP sends changes itself', () => {
    const view = { key: '_id', snapshot: 'documents', events: [{ event: 'added', document: 1 }] };
    const subscription = { snapshot: { documents: [{ _id: 'a' }] } } as Subscription;
    expect(changesIn(subscription, view)).toEqual([{ event: 'added', args: [undefined, { _id: 'a' }] }]);
    expect(changesIn(subscription, undefined)).toEqual([]);
  });

  test('needs a configured view on Socket.io', () => {
    expect(makeWitness('socketio', undefined)).toBeUndefined();
  });
});
