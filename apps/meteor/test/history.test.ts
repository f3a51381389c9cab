import { describe, expect, test } from 'vitest';
import { emptyHistory, type History, moved, oldestOf, withOlder } from '../imports/rooms/history';

interface Message {
  _id: string;
  createdAt: Date;
}

const size = 5;
const message = (n: number): Message => ({ _id: `m${String(n).padStart(3, '0')}`, createdAt: new Date(n) });
const range = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, n) => message(from + n));
const idsOf = ({ older, window }: History<Message>): string[] => [...older, ...window].map(({ _id }) => _id);
const ids = (from: number, to: number): string[] => range(from, to).map(({ _id }) => _id);
const at = (from: number, to: number): History<Message> => moved(emptyHistory, range(from, to), size);

describe("a room's history", () => {
  test('keeps messages that leave the window', () => {
    let history = at(1, 5);
    for (let n = 6; n <= 20; n += 1) history = moved(history, range(n - 4, n), size);
    expect(idsOf(history)).toEqual(ids(1, 20));
  });

  test('keeps them even if the old one is removed just before the new one is added, or after', () => {
    for (const between of [range(2, 5), range(1, 6)]) {
      const history = moved(moved(at(1, 5), between, size), range(2, 6), size);
      expect(idsOf(history)).toEqual(ids(1, 6));
    }
  });

  test('is the same object when nothing changed, even after messages moved', () => {
    const window = range(2, 6);
    const history = moved(at(1, 5), window, size);
    expect(moved(history, [...window], size)).toBe(history);
  });

  test('has no gap when more arrived than the window holds: older ones have to be loaded again', () => {
    const history = moved(moved(at(1, 5), range(2, 6), size), range(12, 16), size);
    expect(idsOf(history)).toEqual(ids(12, 16));
  });

  test('is the window when that contains the whole room', () => {
    const history = moved(moved(at(1, 5), range(2, 6), size), range(4, 6), size);
    expect(idsOf(history)).toEqual(ids(4, 6));
    expect(idsOf(moved(history, [], size))).toEqual([]);
  });

  test('loses a message that was removed from the middle of the window', () => {
    const history = moved(at(2, 6), [message(1), message(2), message(3), message(5), message(6)], size);
    expect(idsOf(history)).toEqual(['m001', 'm002', 'm003', 'm005', 'm006']);
  });

  test('adds a page of older messages, newest first', () => {
    const history = withOlder(at(11, 15), 'm011', range(6, 10).toReversed());
    expect(idsOf(history)).toEqual(ids(6, 15));
    expect(oldestOf(history)?._id).toBe('m006');
  });

  test('drops a page that no longer fits, which would leave a gap or duplicates', () => {
    const page = range(6, 10).toReversed();
    const started = at(11, 15);
    const jumped = moved(started, range(31, 35), size);
    expect(withOlder(jumped, 'm011', page)).toBe(jumped);
    const fetched = withOlder(started, 'm011', page);
    expect(withOlder(fetched, 'm011', page)).toBe(fetched);
  });
});
