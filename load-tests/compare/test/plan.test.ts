import { asItComes } from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import { chooseContestants, contestantOf } from '../src/contestants/contestants.ts';
import { pairsOf } from '../src/experiments/rounds.ts';

const meteor = {
  name: 'meteor',
  modes: ['oplog', 'polling', 'changestream'],
  defaultMode: 'oplog',
  transports: ['ddp', 'ddp-sockjs'],
  defaultTransport: 'ddp-sockjs',
};
const mean = {
  name: 'mean',
  modes: ['changestream', 'emit'],
  defaultMode: 'changestream',
  transports: ['socketio'],
  defaultTransport: 'socketio',
};

test('pairs alternate their order: A B B A', () => {
  const contestants = chooseContestants([meteor, mean]);
  const order = pairsOf(contestants, 4).map(({ contestant }) => contestant.stack);
  expect(order).toEqual(['meteor', 'mean', 'mean', 'meteor', 'meteor', 'mean', 'mean', 'meteor']);
});

test('a stack that has none of the named modes or transports uses its default', () => {
  expect(chooseContestants([meteor, mean], { modes: ['polling'], transports: ['ddp'] })).toEqual([
    {
      key: 'meteor polling ddp',
      stack: 'meteor',
      mode: 'polling',
      transport: 'ddp',
      variant: asItComes,
    },
    { key: 'mean', stack: 'mean', mode: 'changestream', transport: 'socketio', variant: asItComes },
  ]);
});

test('a stack that has guards runs with them, without them, or once each', () => {
  const guarded = { ...mean, hasGuards: true };
  const keysOf = (guards: string[]) =>
    chooseContestants([meteor, guarded], { guards, audiences: ['own'] }).map(({ key }) => key);
  expect(keysOf(['on', 'off'])).toEqual(['meteor own', 'mean own', 'mean own without guards']);
  expect(keysOf(['off'])).toEqual(['meteor own', 'mean own without guards']);
});

test('a name with its stack goes to that stack alone', () => {
  const chosen = chooseContestants([meteor, mean], { modes: ['mean:changestream', 'mean:emit'] });
  expect(chosen.map(({ stack, mode }) => `${stack} ${mode}`)).toEqual([
    'meteor oplog',
    'mean changestream',
    'mean emit',
  ]);
});

test('a name that no stack has is refused with those that are', () => {
  expect(() => chooseContestants([meteor, mean], { modes: ['oplogs'] })).toThrow(
    '--modes: there is no "oplogs"; known are meteor: oplog, polling, changestream; mean: changestream, emit',
  );
});

test('a contestant is named by what it differs in from its stack as it comes', () => {
  const keys = [
    contestantOf(meteor),
    contestantOf(meteor, { mode: 'polling', writer: 'database' }),
    contestantOf(meteor, { writeConcern: '1', strategy: 'NO_MERGE' }),
    contestantOf(mean, { compression: false, probe: false, node: 'meteor' }),
  ].map(({ key }) => key);
  expect(keys).toEqual([
    'meteor',
    'meteor polling writer:database',
    'meteor w:1 NO_MERGE',
    'mean uncompressed no preload node of meteor',
  ]);
});
