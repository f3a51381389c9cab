import { type GridExperiment, ownClaim, ownTables } from '@meteor-vs-mean/bench';
import { tablesOf } from '@meteor-vs-mean/results';
import { apps } from '@meteor-vs-mean/stacks';
import type { AppStage, AppTargets } from '@meteor-vs-mean/stage';
import { type InstancesLoad, measureInstances } from './instances.ts';
import { measureSlowClient, type SlowClientLoad } from './slow-client.ts';

/** Each stack in each of its modes. */
const modes = apps.flatMap(({ name, title, modes }) =>
  modes.map((mode) => ({ key: `${name}-${mode}`, title: `${title}, ${mode}`, name, mode })),
);

interface Loads {
  repeats: number;
  slowClient: SlowClientLoad & { repeats: number };
  instances: InstancesLoad;
}

const slowClient = { batch: 1000, period_s: 2.5, characters: 2000, stop_s: 8, duration_s: 75, repeats: 6 };

const sizes: Record<'toy' | 'quick' | 'full', Loads> = {
  toy: {
    repeats: 1,
    slowClient: { batch: 20, period_s: 0.2, characters: 200, stop_s: 0.5, duration_s: 2, repeats: 1 },
    instances: { writes: 4, rate_per_s: 8, drain_s: 1 },
  },
  quick: {
    repeats: 2,
    slowClient: { ...slowClient, repeats: 1 },
    instances: { writes: 20, rate_per_s: 4, drain_s: 12 },
  },
  full: { repeats: 6, slowClient, instances: { writes: 40, rate_per_s: 4, drain_s: 12 } },
};

export function breaksExperiment(targets: AppTargets): GridExperiment<AppStage> {
  return {
    name: 'breaks',
    title: 'Where each breaks',
    question:
      'What does a client that stops reading cost, and does a write reach who is at another instance?',
    source: null,
    wholeAsToy: true,
    targets: [
      ...apps.map(({ name, title }) => targets.target(name, title, [name])),
      ...modes.map(({ key, title, name, mode }) => targets.target(key, title, [name], mode)),
    ],
    plan: (size) => {
      const { repeats, slowClient, instances } = sizes[size];
      return {
        repeats,
        loads: [
          {
            key: 'slow',
            title: 'A client that stops reading',
            targets: apps.map(({ name }) => name),
            baseline: 'mean',
            // Each takes more than a minute.
            repeats: slowClient.repeats,
            measure: async (target, stage) =>
              measureSlowClient(await targets.built(target), slowClient, stage),
          },
          {
            key: 'instances',
            title: 'Two instances',
            targets: modes.map(({ key }) => key),
            baseline: 'mean-changestream',
            measure: async (target, stage) => {
              const { name, mode } = modes.find(({ key }) => key === target) as (typeof modes)[number];
              return measureInstances(await targets.built(name), mode, instances, stage);
            },
          },
        ],
        ...tablesOf([
          ...ownTables({ rows: ['slow'], columns: apps.map(({ name }) => name), baseline: 'mean' }, [
            ['rise', 'keeps more than before, at most', 'MB', { notes: slowNotes(slowClient) }],
            ['before', 'keeps, before the client is stopped', 'MB'],
            ['peak', 'keeps at most, afterwards', 'MB'],
            ['saidAfter', 'says something of it after', 's', { baseline: null }],
            ['backAfter', 'has given most of it back after', 's'],
            ['goneAfter', 'has no connection to it after', 's'],
          ]),
          ...ownTables(
            { rows: ['instances'], columns: modes.map(({ key }) => key), baseline: 'mean-changestream' },
            [
              [
                'other_p50',
                'a subscriber of the other instance has half of the writes within',
                'ms',
                { notes: instancesNotes(instances) },
              ],
              ['other_max', 'the slowest of them', 'ms'],
              ['other_lost', 'lost there', '', { baseline: null }],
              ['same_p50', 'a subscriber of the same instance has half of the writes within', 'ms'],
              ['same_max', 'the slowest of those', 'ms'],
            ],
          ),
        ]),
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

const instancesNotes = ({ writes, drain_s }: InstancesLoad) => [
  `Todos are inserted by a method of one instance, ${writes} in all; the time is from the call to the change at a subscriber. What hasn’t come ${drain_s} s after the last one is lost, and slower than all that came.`,
];
