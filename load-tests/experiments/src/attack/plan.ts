import type { Size } from '@meteor-vs-mean/measure/results';
import { ownTables, plannedTables, type SampledExperiment } from '@meteor-vs-mean/measure/run';
import { namesFrom, value } from '@meteor-vs-mean/testbed/process';
import { apps } from '@meteor-vs-mean/testbed/stacks';
import type { AppsExperiment, AppTargets } from '../command/index.ts';
import type { RoundTestbed } from '../command/round-testbed.ts';
import { boundOf } from './cases/case.ts';
import { cases } from './cases/index.ts';
import { type Fault, usual_ms } from './faults/fault.ts';
import { faults } from './faults/index.ts';
import { measureFault } from './faults/measure-fault.ts';
import { SmallDisk } from './faults/small-disk.ts';
import { type FramesLoad, measureFrames } from './frames.ts';
import { runCase } from './run-case.ts';

const sizes: Record<Size, FramesLoad & { pairs: number }> = {
  toy: { frames: 20_000, atOnce: 8, pairs: 1 },
  quick: { frames: 20_000, atOnce: 8, pairs: 1 },
  // A million in all, and others in each pair.
  full: { frames: 100_000, atOnce: 8, pairs: 10 },
};

const framesKey = 'frames';

/** What `--parts` takes: the hostile frames, the cases by hand, and the faults. */
export const partNames: readonly string[] = [framesKey, ...[...cases, ...faults].map(({ key }) => key)];

interface AttackOptions {
  /** The apps that are attacked; default: both. */
  stacks?: readonly string[] | undefined;
  /** Of `partNames`; default: all that the size has. */
  parts?: readonly string[] | undefined;
}

export default {
  about:
    'Hostile clients against each app, on this machine alone: frames of a seeded grammar, and cases by name. Does the\n' +
    'process continue, are others served, does the database keep to its schemas? Without Meteor it attacks MEAN alone.\n' +
    '--quick leaves out the faults that take longest.',
  options: {
    parts: value('frames,flood', 'only these cases and faults; report.md names them', namesFrom(partNames)),
  },
  typed: 'npm run attack',
  takesStacks: true,
  plan: attackExperiment,
} satisfies AppsExperiment;

export function attackExperiment(
  targets: AppTargets,
  { stacks, parts = partNames }: AttackOptions,
): SampledExperiment<RoundTestbed> {
  const attacked = apps.filter(({ name }) => stacks?.includes(name) ?? true);
  const columns = attacked.map(({ name }) => name);
  return {
    name: 'attack',
    title: 'Under attack',
    question: 'What holds when clients are hostile?',
    source: null,
    wholeAsToy: true,
    targets: attacked.map(({ name, title }) => targets.target(name, title, [name])),
    plan: (size) => {
      const { pairs, ...load } = sizes[size];
      // A toy runs next to other work, so its times say little.
      const isTimed = size !== 'toy';
      const isWanted = ({ key }: { key: string }) => parts.includes(key);
      const its = cases
        .filter(isWanted)
        .filter(({ stacks }) => columns.some((name) => stacks.includes(name)));
      const isAll = parts === partNames;
      const theirs = faults
        .filter(isWanted)
        .filter(({ takesLong }) => size !== 'quick' || !takesLong || !isAll);
      return {
        pairs,
        loads: [
          {
            key: framesKey,
            title: `${load.frames.toLocaleString('en')} hostile frames`,
            contestants: columns,
            baseline: null,
            measure: async (contestant: string, testbed: RoundTestbed) =>
              measureFrames(await targets.built(contestant), load, testbed),
          },
          ...its.map((one) => ({
            key: one.key,
            title: one.title,
            contestants: columns.filter((name) => one.stacks.includes(name)),
            baseline: null,
            pairs: 1,
            measure: async (contestant: string, testbed: RoundTestbed) =>
              runCase(await targets.built(contestant), one, isTimed, testbed),
          })),
          ...theirs.map((fault) => ({
            key: fault.key,
            title: fault.title,
            contestants: columns,
            baseline: null,
            pairs: 1,
            measure: async (contestant: string, testbed: RoundTestbed) =>
              measureFault(await targets.built(contestant), fault, testbed),
          })),
        ].filter(isWanted),
        ...plannedTables([
          ...ownTables({ rows: parts.includes(framesKey) ? [framesKey] : [], columns, baseline: null }, [
            ['ended', 'ended the process', '', { notes: framesNotes }],
            ['violations', 'documents that break the contract’s schemas', ''],
            ['differing', 'answers that are others than the contract’s', ''],
            ['leaks', 'answers that tell of the server’s inside', ''],
            ['reached', 'reached the app’s own methods', 'percent', { better: 'more' }],
            ['frames', 'were sent', 'per_s', { better: 'more' }],
            ['acknowledgement', 'others’ calls are answered within (99 %)', 'ms'],
            ['delivery', 'others see a write within (99 %)', 'ms'],
            ['http', 'others get a page within (99 %)', 'ms'],
            ['failures', 'calls and pages of others that failed', ''],
            ['before', 'memory before', 'MB'],
            ['most', 'memory at most', 'MB'],
            ['grown', 'more heap, after collecting', 'MB'],
          ]),
          ...ownTables({ rows: its.map(({ key }) => key), columns, baseline: null }, [
            ['held', 'held', '', { better: 'more', notes: casesNotes(isTimed) }],
          ]),
          ...ownTables({ rows: theirs.map(({ key }) => key), columns, baseline: null }, [
            ['right', 'the last client is right again after', 's', { notes: faultNotes(theirs, size) }],
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
  'Others: two clients and a browser in a process of their own, who use the app meanwhile. A call or a page of theirs that fails counts as slower than any that came.',
];

const casesNotes = (isTimed: boolean) => cases.map((one) => `${one.title}: ${boundOf(one, isTimed)}.`);

const faultNotes = (theirs: readonly Fault[], size: Size) => [
  `Ten clients follow a list through a relay while another one writes into it, five times a second. A process is stopped for ${usual_ms[size] / 1000} s${ofTheNetwork(theirs, size)}. The time runs from the end of the fault until writes are taken again and every view equals the database: it includes the election of a primary, but not the start of the app or of mongod.`,
  ...(SmallDisk.whyNot === undefined ? [] : [`A full disk wasn’t tried here: ${SmallDisk.whyNot}.`]),
];

/** The times for which the network fails: ", the network fails for 5 or 60 s"; empty without such a fault. */
function ofTheNetwork(theirs: readonly Fault[], size: Size): string {
  const times = theirs.flatMap(({ durations_ms }) => durations_ms?.[size] ?? []);
  const seconds = [...new Set(times)].map((time_ms) => time_ms / 1000).join(' or ');
  return seconds === '' ? '' : `, the network fails for ${seconds} s`;
}
