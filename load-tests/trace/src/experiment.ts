import type { AppTargets } from '@meteor-vs-mean/experiments/command';
import { tablesOf } from '@meteor-vs-mean/measure/results';
import { type GridExperiment, ownClaim, ownTables } from '@meteor-vs-mean/measure/run';
import type { Write } from '@meteor-vs-mean/testbed/apps';
import { apps } from '@meteor-vs-mean/testbed/stacks';
import type { RoundTestbed } from '../../experiments/src/command/round-testbed.ts';
import { beside, moments, way } from './marks.ts';
import { measureWrites } from './round.ts';

const stacks = apps.map(({ name }) => name);
const writes: readonly { key: Write; title: string }[] = [
  { key: 'add', title: 'A todo is added' },
  { key: 'tick', title: 'A todo is ticked' },
];

const sizes = {
  toy: { repeats: 1, count: 3, warmUp: 2 },
  quick: { repeats: 2, count: 30, warmUp: 10 },
  full: { repeats: 6, count: 60, warmUp: 20 },
};

/** @param count writes of a round; undefined: the size's own */
export function traceExperiment(
  targets: AppTargets,
  count: number | undefined,
): GridExperiment<RoundTestbed> {
  return {
    name: 'trace',
    title: 'The way of a write',
    question:
      'Where does the time go, from the key (add) or the click (tick) in one browser to the row in another?',
    source: null,
    wholeAsToy: true,
    targets: apps.map(({ name, title }) => targets.target(name, title, [name])),
    plan: (size) => {
      const { repeats, ...standard } = sizes[size];
      const asked = { ...standard, count: count ?? standard.count };
      return {
        repeats,
        loads: writes.map(({ key, title }) => ({
          key,
          title,
          targets: stacks,
          baseline: 'mean',
          measure: async (target, testbed) => measureWrites(await targets.built(target), key, asked, testbed),
        })),
        ...tablesOf(
          ownTables({ rows: writes.map(({ key }) => key), columns: stacks, baseline: 'mean' }, [
            ['plain', 'the whole, without relays', 'ms', { notes: notesOf(asked) }],
            ['whole', 'the whole, through the relays', 'ms'],
            ...[...way, ...moments].map(({ key, title }) => [key, title, 'ms'] as const),
            ...beside.map(({ key, title }) => [key, title, 'ms', { baseline: null }] as const),
            ['relaysAdd', 'what the relays add to the whole', 'ms', { baseline: null }],
            ['clockError', 'the clocks agree within', 'ms', { baseline: null }],
          ]),
        ),
        claims: writes.map(({ key, title }) =>
          ownClaim(key, `${title}: Meteor over MEAN`, {
            figure: 'plain_ms',
            load: key,
            over: ['meteor', 'mean'],
          }),
        ),
      };
    },
  };
}

function notesOf({ count, warmUp }: { count: number; warmUp: number }): string[] {
  return [
    `Of each round the mean of ${count} writes, after ${warmUp} that don’t count: means of steps add up to that of the whole.`,
    'Relays stand between each browser and the app and between the app and mongod. A time is when the chunk came that completes the message, before it is passed on. Nothing is compressed through them, so that frames can be read.',
    'Without relays: a second process of the same app on a database of its own, written to in turns with the first.',
    'A row is there when a MutationObserver sees it; painting comes after.',
  ];
}
