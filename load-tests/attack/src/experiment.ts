import { type GridExperiment, ownTables } from '@meteor-vs-mean/bench';
import { tablesOf } from '@meteor-vs-mean/results';
import { apps } from '@meteor-vs-mean/stacks';
import type { AppStage, AppTargets } from '@meteor-vs-mean/stage';
import { cases } from './cases/index.ts';
import { type FaultLoad, faults, measureFault } from './faults.ts';
import { type FramesLoad, measureFrames } from './frames.ts';
import { runCase } from './run-case.ts';

const sizes: Record<'toy' | 'quick' | 'full', FramesLoad & FaultLoad & { repeats: number }> = {
  toy: { frames: 20_000, atOnce: 8, duration_ms: 1000, repeats: 1 },
  quick: { frames: 50_000, atOnce: 8, duration_ms: 5000, repeats: 1 },
  // A million in all, and others in each repeat.
  full: { frames: 100_000, atOnce: 8, duration_ms: 20_000, repeats: 10 },
};

/** @param only those of the apps that are attacked; empty: all */
export function attackExperiment(
  targets: AppTargets,
  { only }: { only: readonly string[] },
): GridExperiment<AppStage> {
  const attacked = apps.filter(({ name }) => only.length === 0 || only.includes(name));
  const columns = attacked.map(({ name }) => name);
  return {
    name: 'attack',
    title: 'Under attack',
    question: 'What holds when clients are hostile?',
    source: null,
    wholeAsToy: true,
    targets: attacked.map(({ name, title }) => targets.target(name, title, [name])),
    plan: (size) => {
      const { repeats, ...load } = sizes[size];
      const its = cases.filter(({ stacks }) => columns.some((name) => stacks.includes(name)));
      return {
        repeats,
        loads: [
          {
            key: 'frames',
            title: `${load.frames.toLocaleString('en')} hostile frames`,
            targets: columns,
            baseline: null,
            measure: async (target: string, stage: AppStage) =>
              measureFrames(await targets.built(target), load, stage),
          },
          ...its.map((one) => ({
            key: one.key,
            title: one.title,
            targets: columns.filter((name) => one.stacks.includes(name)),
            baseline: null,
            repeats: 1,
            measure: async (target: string, stage: AppStage) =>
              runCase(await targets.built(target), one, stage),
          })),
          ...faults.map((fault) => ({
            key: fault.key,
            title: fault.title,
            targets: columns,
            baseline: null,
            repeats: 1,
            measure: async (target: string, stage: AppStage) =>
              measureFault(await targets.built(target), fault, load, stage),
          })),
        ],
        ...tablesOf([
          ...ownTables({ rows: ['frames'], columns, baseline: null }, [
            ['ended', 'ended the process', '', { notes: framesNotes }],
            ['violations', 'documents that break the contract’s schemas', ''],
            ['differing', 'answers that are others than the contract’s', ''],
            ['leaks', 'answers that tell of the server’s inside', ''],
            ['reached', 'reached the app’s own methods', 'percent', { better: 'more' }],
            ['frames', 'were sent', 'per_s', { better: 'more' }],
            ['acknowledgement', 'others’ calls are answered within (99 %)', 'ms'],
            ['delivery', 'others see a write within (99 %)', 'ms'],
            ['http', 'others get a page within (99 %)', 'ms'],
            ['before', 'memory before', 'MB'],
            ['most', 'memory at most', 'MB'],
            ['grown', 'more heap, after collecting', 'MB'],
          ]),
          ...ownTables({ rows: its.map(({ key }) => key), columns, baseline: null }, [
            ['held', 'held', '', { better: 'more', notes: casesNotes }],
          ]),
          ...ownTables({ rows: faults.map(({ key }) => key), columns, baseline: null }, [
            ['right', 'the last client is right again after', 's', { notes: faultNotes(load) }],
            ['lost', 'acknowledged writes that are lost', ''],
            ['views', 'views that differ from the database', ''],
            ['doubled', 'changes that came twice', ''],
          ]),
        ]),
        claims: [],
      };
    },
  };
}

const framesNotes = [
  'Calls and subscriptions with mistakes in their fields, frames that were cut or mangled, and what the protocols don’t have, from a seeded grammar: the same seed gives the same frames. Each connection comes from an address of its own of 127/8, and sends no more calls than the contract allows one.',
  'Others: two clients and a browser in a process of their own, who use the app meanwhile.',
];

const casesNotes = cases.map(({ title, bound }) => `${title}: ${bound}.`);

const faultNotes = ({ duration_ms }: FaultLoad) => [
  `Ten clients follow a list through a relay while somebody writes into it, five times a second. What stands still does so for ${duration_ms / 1000} s. The time runs from when nothing is wrong any more until every view equals the database; the process's start is not in it, a restarted mongod's is not either.`,
];
