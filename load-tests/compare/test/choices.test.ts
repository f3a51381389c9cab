import type { Build } from '@meteor-vs-mean/testbed/stacks';
import { expect, test } from 'vitest';
import { choicesOf } from '../src/contestants/choices.ts';
import { chooseContestants } from '../src/contestants/contestants.ts';

/** Only what is asked of it: which mode a build has by itself. */
const built = (defaultMode: string) => new Map([['meteor', { defaultMode } as Build]]);

test.each([
  ['oplog', ['meteor', 'meteor changestream']],
  ['changestream', ['meteor oplog', 'meteor']],
])('of a Meteor with %s by itself that is the headline, and the other one is measured too', (own, keys) => {
  const meteor = choicesOf('meteor', built(own));
  const [headline] = chooseContestants(meteor);
  expect(headline).toMatchObject({ key: 'meteor', mode: own });
  const both = chooseContestants(meteor, { modes: ['oplog', 'changestream'] });
  expect(both.map(({ key }) => key)).toEqual(keys);
});

test('names can be checked before anything is built', () => {
  const unbuilt = ['meteor', 'mean'].flatMap((name) => choicesOf(name, new Map()));
  expect(() => chooseContestants(unbuilt, { modes: ['changestream'], transports: ['ddp'] })).not.toThrow();
  expect(() => chooseContestants(unbuilt, { modes: ['oplogs'] })).toThrow('--modes: there is no "oplogs"');
});

test('a contestant names its server transport, and over uws it speaks what that carries', () => {
  const chosen = (serverTransports: string[], transports: string[] = []) =>
    chooseContestants(
      ['meteor', 'mean'].flatMap((name) => choicesOf(name, built('changestream'), serverTransports)),
      { transports },
    ).map(({ key, transport, variant }) => [key, transport, variant.serverTransport]);
  expect(chosen([])).toEqual([
    ['meteor', 'ddp-sockjs', 'sockjs'],
    ['mean', 'socketio', null],
  ]);
  expect(chosen(['uws'])).toEqual([
    ['meteor uws', 'ddp', 'uws'],
    ['mean', 'socketio', null],
  ]);
  expect(chosen(['uws', 'sockjs'], ['ddp'])).toEqual([
    ['meteor ddp', 'ddp', 'sockjs'],
    ['meteor uws', 'ddp', 'uws'],
    ['mean', 'socketio', null],
  ]);
});
