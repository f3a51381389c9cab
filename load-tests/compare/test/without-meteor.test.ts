import { audienceOf, type StackFacts } from '@meteor-vs-mean/measure/results';
import { mean } from '@meteor-vs-mean/testbed/stacks';
import { expect, test } from 'vitest';
import { choicesOf } from '../src/contestants/choices.ts';
import { chooseContestants, comparisonsOf } from '../src/contestants/contestants.ts';
import { type Facts, withoutMeteor } from '../src/contestants/find-stacks.ts';
import { parsed as options } from './parsed.ts';

const missing: StackFacts = {
  ran: false,
  title: 'Meteor',
  reason: 'No meteor.',
  remedy: 'Install it.',
  recorded: null,
};
const found = { stack: mean, version: 'Socket.io 4' };
const alone = { stacks: [found], facts: { meteor: missing } as Facts };

test('where Meteor is missing and nothing was named, MEAN runs in both modes beside the smallest server', async () => {
  const { options: chosen, stacks, facts } = await withoutMeteor(options(), alone);
  expect(stacks.map(({ stack }) => stack.name)).toEqual(['mean', 'smallest']);
  expect(facts).toEqual(alone.facts);
  const choices = chosen.stacks.flatMap((name) => choicesOf(name, new Map(), chosen.serverTransports));
  const contestants = chooseContestants(choices, chosen).filter(({ stack }) => stack !== 'meteor');
  const shared = contestants.filter((one) => audienceOf(one) === 'one');
  expect(shared.map(({ key }) => key)).toEqual(['mean', 'mean emit', 'smallest']);
  expect(comparisonsOf(shared, choices).map(({ a, b }) => `${a} / ${b}`)).toEqual([
    'mean / mean emit',
    'mean / smallest',
    'mean emit / smallest',
  ]);
});

test.for([
  [['--stacks', 'mean']],
  [['--stacks', 'meteor,mean']],
  [['--modes', 'mean:emit']],
  [['--full']],
  [['--toy']],
])('%j is what was asked for, and stays so', async ([args = []]) => {
  const asked = options(...args);
  expect(await withoutMeteor(asked, alone)).toEqual({ options: asked, ...alone });
});

test('where Meteor runs, nothing else is measured', async () => {
  const both = { stacks: [found], facts: {} };
  expect((await withoutMeteor(options(), both)).stacks).toEqual([found]);
});
