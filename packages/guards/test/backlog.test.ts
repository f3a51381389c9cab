import { expect, test } from 'vitest';
import { Backlog } from '../src/backlog.ts';

/** Of a client what counts: how many of its messages wait. */
const client = () => ({ waiting: 0 });
type Client = ReturnType<typeof client>;

const backlogOf = (most: number) => new Backlog<Client>(most, ({ waiting }) => waiting);

/** Sends messages of so many characters, which all have to wait. @returns who is too much after each */
function send(backlog: Backlog<Client>, from: Client, ...lengths: number[]) {
  return lengths.map((characters) => {
    backlog.count(from);
    from.waiting += 1;
    return backlog.add(from, { characters });
  });
}

test('what several clients have waiting is weighed together, and the heaviest is too much', () => {
  const backlog = backlogOf(1000);
  const [light, heavy] = [client(), client()];
  expect(send(backlog, heavy, 500, 100)).toEqual([undefined, undefined]);
  expect(send(backlog, light, 10, 390, 1)).toEqual([undefined, undefined, heavy]);
  heavy.waiting = 0; // as of a connection that is closed
  expect(send(backlog, light, 590)).toEqual([undefined]);
});

test('what was taken weighs no more, the oldest first', () => {
  const backlog = backlogOf(1000);
  const sender = client();
  send(backlog, sender, 900, 50, 50);
  sender.waiting -= 1;
  expect(send(backlog, sender, 900)).toEqual([undefined]);
  sender.waiting -= 1;
  expect(send(backlog, sender, 50, 1)).toEqual([undefined, sender]);
});

test('who is gone weighs no more', () => {
  const backlog = backlogOf(1000);
  const [gone, sender] = [client(), client()];
  send(backlog, gone, 1000);
  backlog.forget(gone);
  expect(send(backlog, sender, 1000)).toEqual([undefined]);
  expect(send(backlog, sender, 1)).toEqual([sender]);
});

test('what was answered weighs no more, where that is reported', () => {
  const backlog = new Backlog<object>(1000);
  const [sender, other] = [{}, {}];
  const [first, second] = [{ characters: 900 }, { characters: 100 }];
  expect([backlog.add(sender, first), backlog.add(sender, second)]).toEqual([undefined, undefined]);
  expect(backlog.count(sender)).toBe(2);
  expect(backlog.add(other, { characters: 1 })).toBe(sender);
  backlog.delete(sender, first);
  expect(backlog.add(other, { characters: 890 })).toBeUndefined();
  expect([...backlog.forget(sender)]).toEqual([second]);
  expect(backlog.count(sender)).toBe(0);
});
