import { ownClaim, ownTables, plannedTables, type SampledExperiment } from '@meteor-vs-mean/measure/run';
import { apps } from '@meteor-vs-mean/testbed/stacks';
import type { AppsExperiment, AppTargets } from '../command/index.ts';
import type { RoundTestbed } from '../command/round-testbed.ts';
import { measureSlowClient, type SlowClientLoad } from './measure.ts';

const slowClient = { batch: 1000, period_s: 2.5, characters: 2000, stop_s: 8, duration_s: 75 };

/** Each round takes more than a minute. */
const sizes: Record<'toy' | 'quick' | 'full', SlowClientLoad & { pairs: number }> = {
  toy: { batch: 20, period_s: 0.2, characters: 200, stop_s: 0.5, duration_s: 2, pairs: 1 },
  quick: { ...slowClient, pairs: 1 },
  full: { ...slowClient, pairs: 6 },
};

export default {
  about:
    'Where a live app breaks, on each stack: a client stops reading. What does the server’s memory do, and when is the\n' +
    'client cut off? Without Meteor it measures MEAN alone. Several instances of an app: compare -- --instances.',
  plan: slowClientExperiment,
} satisfies AppsExperiment;

export function slowClientExperiment(targets: AppTargets): SampledExperiment<RoundTestbed> {
  const names = apps.map(({ name }) => name);
  return {
    name: 'slow-client',
    title: 'Where each breaks',
    question: 'What does a client that stops reading cost?',
    source: null,
    wholeAsToy: true,
    targets: apps.map(({ name, title }) => targets.target(name, title, [name])),
    plan: (size) => {
      const { pairs, ...load } = sizes[size];
      return {
        pairs,
        loads: [
          {
            key: 'slow',
            title: 'A client that stops reading',
            contestants: names,
            baseline: 'mean',
            measure: async (contestant, testbed) =>
              measureSlowClient(await targets.built(contestant), load, testbed),
          },
        ],
        ...plannedTables(
          ownTables({ rows: ['slow'], columns: names, baseline: 'mean' }, [
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
