import { MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { configure } from '../../src/mongo/replica-set.ts';

const member = '127.0.0.1:2';
const failed = (codeName: string) => new MongoServerError({ codeName, message: codeName });
const kept = { _id: 'rs0', version: 3, members: [{ _id: 0, host: '127.0.0.1:1' }] };

/** A mongod that gives these answers, one after the other. @returns what it was asked and told */
async function asked(answers: readonly (object | Error)[], signal = new AbortController().signal) {
  const commands: object[] = [];
  const left = [...answers];
  const command = async (document: object) => {
    commands.push(document);
    const answer = left.shift();
    if (answer instanceof Error) throw answer;
    return answer as object;
  };
  await configure({ command } as never, [member], signal);
  expect(left).toEqual([]);
  return commands;
}

const get = { replSetGetConfig: 1 };
const initiate = { replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: member }] } };
const moved = { ...kept, version: 4, members: [{ _id: 0, host: member }] };
const reconfigure = { replSetReconfig: moved, force: true };

test('a new one is initiated, one whose port is the same is left alone', async () => {
  expect(await asked([failed('NotYetInitialized'), {}])).toEqual([get, initiate]);
  expect(await asked([{ config: moved }])).toEqual([get]);
});

test('one that has kept data, and is still loading it, is asked again', async () => {
  const answers = [failed('NotYetInitialized'), failed('AlreadyInitialized'), { config: kept }, {}];
  expect(await asked(answers)).toEqual([get, initiate, get, reconfigure]);
});

test('one that closes its connections because its port is another one is asked again', async () => {
  const closed = new MongoNetworkError('connection 1 to 127.0.0.1:2 closed');
  expect(await asked([closed, { config: kept }, closed, { config: moved }])).toEqual([
    get,
    get,
    reconfigure,
    get,
  ]);
});

test('what does not pass is thrown, and so is what lasts', async () => {
  await expect(asked([failed('Unauthorized')])).rejects.toThrow('Unauthorized');
  await expect(asked([new MongoNetworkError('closed')], AbortSignal.abort())).rejects.toThrow('closed');
});
