import { expect, test } from 'vitest';
import { Backlog } from '../src/backlog.ts';

/** A client, reduced to its number of queued messages. */
const client = () => ({ waiting: 0 });
type Client = ReturnType<typeof client>;

const backlogOf = (most: number) => new Backlog<Client>(most, ({ waiting }) => waiting);

/** Sends messages of these lengths, which all stay queued. @returns the client to disconnect after each */
function send(backlog: Backlog<Client>, from: Client, ...lengths: number[]) {
  return lengths.map((characters) => {
    backlog.count(from);
    from.waiting += 1;
    return backlog.add(from, { characters });
  });
}

test('the queues of all clients are weighed together, and the heaviest client is disconnected', () => {
  const backlog = backlogOf(1000);
  const [light, heavy] = [client(), client()];
  expect(send(backlog, heavy, 500, 100)).toEqual([undefined, undefined]);
  expect(send(backlog, light, 10, 390, 1)).toEqual([undefined, undefined, heavy]);
  heavy.waiting = 0; // as if its connection had closed
  expect(send(backlog, light, 590)).toEqual([undefined]);
});

test('messages that were read no longer count, oldest first', () => {
  const backlog = backlogOf(1000);
  const sender = client();
  send(backlog, sender, 900, 50, 50);
  sender.waiting -= 1;
  expect(send(backlog, sender, 900)).toEqual([undefined]);
  sender.waiting -= 1;
  expect(send(backlog, sender, 50, 1)).toEqual([undefined, sender]);
});

test('the messages of a disconnected client no longer count', () => {
  const backlog = backlogOf(1000);
  const [gone, sender] = [client(), client()];
  send(backlog, gone, 1000);
  backlog.forget(gone);
  expect(send(backlog, sender, 1000)).toEqual([undefined]);
  expect(send(backlog, sender, 1)).toEqual([sender]);
});

test('answered messages no longer count, if answers are reported', () => {
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
