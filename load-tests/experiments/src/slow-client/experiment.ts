import { tablesOf } from '@meteor-vs-mean/measure/results';
import { type GridExperiment, ownClaim, ownTables } from '@meteor-vs-mean/measure/run';
import { apps } from '@meteor-vs-mean/testbed/stacks';
import type { AppTargets } from '../command/index.ts';
import type { RoundTestbed } from '../command/round-testbed.ts';
import { measureSlowClient, type SlowClientLoad } from './slow-client.ts';

const slowClient = { batch: 1000, period_s: 2.5, characters: 2000, stop_s: 8, duration_s: 75 };

/** Each round takes more than a minute. */
const sizes: Record<'toy' | 'quick' | 'full', SlowClientLoad & { repeats: number }> = {
  toy: { batch: 20, period_s: 0.2, characters: 200, stop_s: 0.5, duration_s: 2, repeats: 1 },
  quick: { ...slowClient, repeats: 1 },
  full: { ...slowClient, repeats: 6 },
};

export function breaksExperiment(targets: AppTargets): GridExperiment<RoundTestbed> {
  return {
    name: 'breaks',
    title: 'Where each breaks',
    question: 'What does a client that stops reading cost?',
    source: null,
    wholeAsToy: true,
    targets: apps.map(({ name, title }) => targets.target(name, title, [name])),
    plan: (size) => {
      const { repeats, ...load } = sizes[size];
      return {
        repeats,
        loads: [
          {
            key: 'slow',
            title: 'A client that stops reading',
            targets: apps.map(({ name }) => name),
            baseline: 'mean',
            measure: async (target, testbed) => measureSlowClient(await targets.built(target), load, testbed),
          },
        ],
        ...tablesOf(
          ownTables({ rows: ['slow'], columns: apps.map(({ name }) => name), baseline: 'mean' }, [
            ['rise', 'keeps more than before, at most', 'MB', { notes: slowNotes(load) }],
            ['before', 'keeps, before the client is stopped', 'MB'],
            ['peak', 'keeps at most, afterwards', 'MB'],
            ['saidAfter', 'says something of it after', 's', { baseline: null }],
            ['backAfter', 'has given most of it back after', 's'],
            ['goneAfter', 'has no connection to it after', 's'],
          ]),
        ),
        claims: [
          ownClaim('rise', 'what the app keeps for a client that stops reading: Meteor over MEAN', {
            figure: 'rise_MB',
            load: 'slow',
            over: ['meteor', 'mean'],
          }),
        ],
      };
    },
  };
}

const slowNotes = ({ batch, period_s, characters }: SlowClientLoad) => [
  `Messages of one room get new texts straight in MongoDB, ${batch.toLocaleString('en')} every ${period_s} s, of ${characters.toLocaleString('en')} random characters each. Two clients follow, and the process of one is stopped (SIGSTOP): its connection stays, and it reads and says nothing.`,
  'Kept: heap and buffers of the app after collecting all garbage, once the other client has every change. What the system has taken from the app and not yet sent is not in it.',
];
