import type { AppTargets, RoundTestbed } from '@meteor-vs-mean/experiments/command';
import type { Size } from '@meteor-vs-mean/measure/results';
import { ownClaim, ownTables, plannedTables, type SampledExperiment } from '@meteor-vs-mean/measure/run';
import { stackNamed } from '@meteor-vs-mean/testbed/stacks';
import { type LogInLoad, measureLogIns } from './log-in-round.ts';
import { type MemoryLoad, measureMemory, type Who } from './memory-round.ts';
import { measureResume, measureSnapshots, type ResumeLoad } from './resume-round.ts';

/** What a run of it is asked for. */
export interface AccountsOptions {
  size: Size;
  stacks: readonly string[];
  /** `--rounds` */
  pairs: number;
  /** `--clients`: how many come back at once. */
  clients: number;
  steps: readonly number[];
}

interface Loads {
  logIn: LogInLoad;
  snapshot: ResumeLoad;
  resume: ResumeLoad;
  memory: MemoryLoad;
}

/** How many todos a private list has, where one client isn't to hold much. */
const todos = 20;
/** As the clients of `compare`'s memory rounds hold. */
const heldTodos = 100;

function loadsOf({ size, clients, steps }: AccountsOptions): Loads {
  if (size === 'toy') {
    return {
      logIn: { count: 4, rate_per_s: 4 },
      snapshot: { clients: 4, arrivals_per_s: 4, todos: 2 },
      resume: { clients, arrivals_per_s: clients, todos: 2 },
      memory: { steps, todos: 2 },
    };
  }
  return {
    // Each takes less than a quarter of a second of a core, so hashing doesn't queue.
    logIn: { count: 120, rate_per_s: 4 },
    snapshot: { clients: 200, arrivals_per_s: 10, todos },
    resume: { clients, arrivals_per_s: clients, todos },
    memory: { steps, todos: heldTodos },
  };
}

/** `npm run compare -- --accounts`: what accounts and private lists cost. */
export function accountsExperiment(
  targets: AppTargets,
  options: AccountsOptions,
): SampledExperiment<RoundTestbed> {
  const { stacks } = options;
  const { logIn, snapshot, resume, memory } = loadsOf(options);
  const baseline = stacks.includes('mean') ? 'mean' : (stacks[0] as string);
  const extent = (...rows: string[]) => ({ rows, columns: stacks, baseline });
  const over = (load: string, figure: string, otherLoad?: string) =>
    stacks
      .filter((name) => otherLoad !== undefined || name !== baseline)
      .map((name) => ({
        name,
        here: {
          figure,
          load,
          over: [name, otherLoad === undefined ? baseline : name] as const,
          ...(otherLoad === undefined ? {} : { otherLoad }),
        },
      }));
  const memoryOf = (who: Who, title: string) => ({
    key: who,
    title,
    contestants: stacks,
    // An A/A would add half as many starts, a third of the run.
    baseline: null,
    measure: async (contestant: string, testbed: RoundTestbed) =>
      measureMemory(await targets.built(contestant), who, memory, testbed),
  });
  return {
    name: 'accounts',
    title: 'Accounts and private lists',
    question: 'What does a log-in cost, and what do clients cost that have lists of their own?',
    source: null,
    wholeAsToy: true,
    targets: stacks.map((name) => targets.target(name, stackNamed(name).title, [name])),
    plan: () => ({
      pairs: options.pairs,
      loads: [
        {
          key: 'log-in',
          title: `${logIn.rate_per_s} log-ins with a password a second`,
          contestants: stacks,
          baseline,
          measure: async (contestant, testbed) =>
            measureLogIns(await targets.built(contestant), logIn, testbed),
        },
        {
          key: 'snapshot',
          title: `${snapshot.arrivals_per_s} clients a second come back`,
          contestants: stacks,
          baseline,
          measure: async (contestant, testbed) =>
            measureSnapshots(await targets.built(contestant), snapshot, testbed),
        },
        {
          key: 'resume',
          title: `${resume.clients} clients come back within a second`,
          contestants: stacks,
          baseline,
          measure: async (contestant, testbed) =>
            measureResume(await targets.built(contestant), resume, testbed),
        },
        memoryOf('guest', 'Guests, each with a list of its own'),
        memoryOf('account', 'Accounts, each with a private list'),
      ],
      ...plannedTables([
        ...ownTables(extent('log-in'), [
          ['logIn_p50', 'half of the log-ins take at most', 'ms', { notes: logInNotes(logIn) }],
          ['logIn_p99', '99 % of them', 'ms'],
          ['logInCpu', 'CPU per log-in, of the app', 'ms'],
          ['logInMongodCpu', 'CPU per log-in, of mongod', 'ms'],
        ]),
        ...ownTables(extent('snapshot'), [
          ['snapshot_p50', 'half have their private list after', 'ms', { notes: snapshotNotes(snapshot) }],
          ['snapshot_p99', '99 % of them', 'ms'],
        ]),
        ...ownTables(extent('resume'), [
          ['last', 'the last one has its private list after', 's', { notes: resumeNotes(resume) }],
          ['wait_p50', 'half have it after', 'ms'],
          ['resumeCpu', 'CPU per client, of the app', 'ms'],
          ['resumeMongodCpu', 'CPU per client, of mongod', 'ms'],
          ['clientCpu', 'CPU per client, of the clients themselves', 'ms', { baseline: null }],
        ]),
        ...ownTables(extent('guest', 'account'), [
          ['heap', 'heap per client', 'KB', { notes: memoryNotes(memory) }],
          ['rss', 'RSS per client', 'KB'],
        ]),
      ]),
      claims: [
        ...over('log-in', 'logInCpu_ms').map(({ name, here }) =>
          ownClaim(`log-in-${name}`, `CPU of a log-in: ${titleOf(name)} over ${titleOf(baseline)}`, here),
        ),
        ...over('account', 'heap_KB', 'guest').map(({ name, here }) =>
          ownClaim(
            `account-${name}`,
            `heap of ${titleOf(name)} a client: with an account over a guest`,
            here,
          ),
        ),
      ],
    }),
  };
}

function titleOf(name: string): string {
  return stackNamed(name).title;
}

const logInNotes = ({ count, rate_per_s }: LogInLoad) => [
  `${count} accounts log in, ${rate_per_s} a second, each once. Over DDP the time is that of the method login; on MEAN that of the POST, its connection included. CPU is that of the app's processes from the start of the clients until all are in, over the log-ins: what an idle app uses meanwhile is in it.`,
  'Both stacks hash with argon2id at one cost.',
];

const snapshotNotes = ({ clients, todos: count }: ResumeLoad) => [
  `${clients} clients come with the token of a session, and subscribe to a private list of their own with ${count} todos. The time is from the start of the connection until the list is there. Page and scripts are not in it.`,
];

const resumeNotes = ({ clients }: ResumeLoad) => [
  `${clients} clients come within one second, from as many addresses (Linux). The time is from the start of the first one's connection; clients and app share the cores where the machine has no others, so the CPU of the clients is shown next to the app's.`,
  'A round counts only if all of them have their list, stay connected, and have written into it.',
];

const memoryNotes = ({ steps, todos: count }: MemoryLoad) => [
  `The slope over ${steps.join(', ')} clients, each of which holds ${count} todos of a list that nobody else has, after collecting all garbage. A guest's list is public.`,
];
