import { describe, expect, test } from 'vitest';
import { compileIdentifier, compileIdentifiers, WriteIds } from '../src/script/identifier.ts';

describe('an identifier', () => {
  test('is found by its path into the arguments', () => {
    expect(compileIdentifier('0.id')([{ id: 'w-1' }])).toBe('w-1');
    expect(compileIdentifier('1._id')(['channel', { _id: 'w-2' }])).toBe('w-2');
    expect(compileIdentifier('0')(['w-3'])).toBe('w-3');
    expect(compileIdentifier('0.fields.note.id')([{ fields: { note: { id: 'w-4' } } }])).toBe('w-4');
  });

  test('is undefined if there is nothing at the path', () => {
    for (const path of ['0.id', '0.a.b.c', '3', '3.id']) {
      expect(compileIdentifier(path)([null])).toBeUndefined();
      expect(compileIdentifier(path)([{ id: 7 }])).toBeUndefined();
    }
  });

  test('can be a part of a text, by a pattern: its first group, or the whole match', () => {
    expect(compileIdentifier('0', '\\[(.+?)\\]')(['hello [w-5] there'])).toBe('w-5');
    expect(compileIdentifier('0', 'w-\\w+$')(['hello w-6'])).toBe('w-6');
    expect(compileIdentifier('0', 'w-\\w+$')(['hello'])).toBeUndefined();
  });

  test('finds several ids with a * in the path, which leads into lists', () => {
    const args = ['x', [{ id: 'w-1' }, { id: 2 }, null, { id: 'w-2' }]];
    expect(compileIdentifiers('1.*.id')?.(args)).toEqual(['w-1', 'w-2']);
    expect(compileIdentifiers('*')?.(['w-1', 'w-2'])).toEqual(['w-1', 'w-2']);
    expect(compileIdentifiers('0.*', '#(\\S+)')?.([['a #w-1 b', 'none', '#w-2']])).toEqual(['w-1', 'w-2']);
    expect(compileIdentifiers('0.docs.*.id')?.([{ docs: 5 }])).toEqual([]);
    expect(compileIdentifiers('0.id')).toBeUndefined();
    expect(() => compileIdentifiers('docs.*.id')).toThrow(/should begin with the number of an argument/);
  });

  test('that is invalid is refused with the right form', () => {
    expect(() => compileIdentifier('id')).toThrow(/path id should begin with the number of an argument/);
    expect(() => compileIdentifier('0..id')).toThrow(/path/);
    expect(() => compileIdentifier('0', '(')).toThrow(/pattern \( is not a regular expression/);
  });
});

describe('write ids', () => {
  const ids = new WriteIds('run-a', 100_000);

  test('follow from the number, and lead back to it', () => {
    for (const k of [0, 1, 35, 36, 1295, 1296, 99_999]) expect(ids.indexOf(ids.idOf(k))).toBe(k);
    expect(ids.idOf(46_655)).toBe('run-a-zzz');
  });

  test('of another run, or malformed, or past the end are not found', () => {
    const others = [
      'run-b-1',
      'run-a',
      'run-a-',
      'run-a-01',
      'run-a-1!',
      'run-a-A',
      'run-a-255s',
      'xrun-a-1',
      '',
    ];
    for (const other of others) expect([other, ids.indexOf(other)]).toEqual([other, -1]);
  });
});
