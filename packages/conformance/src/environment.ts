import type { Transport } from '@meteor-vs-mean/pubsub-client';
import type { StackName } from '@meteor-vs-mean/testbed/stacks';

/** One way to run a stack, and what its mode and transport can do at all. */
export interface Environment {
  stack: StackName;
  mode: string;
  transport: Transport;
  /** GUARDS=off. Absent: it has its guards. */
  guards?: 'off';
  /**
   * `basic`: what depends on mode and transport. `basic first`, `guards first`: the other cases are among the slow ones.
   */
  cases: 'all' | 'basic' | 'basic first' | 'guards first';
  /** The mode notices writes that didn't go through its own methods. */
  seesForeignWrites: boolean;
}

/** Of all versions: one that hasn't a mode leaves its environments out. */
export const environments: readonly Environment[] = [
  { stack: 'mean', mode: 'changestream', transport: 'socketio', cases: 'all', seesForeignWrites: true },
  { stack: 'mean', mode: 'emit', transport: 'socketio', cases: 'basic first', seesForeignWrites: false },
  { stack: 'meteor', mode: 'oplog', transport: 'ddp-sockjs', cases: 'all', seesForeignWrites: true },
  { stack: 'meteor', mode: 'oplog', transport: 'ddp', cases: 'basic', seesForeignWrites: true },
  { stack: 'meteor', mode: 'changestream', transport: 'ddp-sockjs', cases: 'all', seesForeignWrites: true },
  {
    stack: 'mean',
    mode: 'changestream',
    transport: 'socketio',
    guards: 'off',
    cases: 'guards first',
    seesForeignWrites: true,
  },
  {
    stack: 'meteor',
    mode: 'oplog',
    transport: 'ddp-sockjs',
    guards: 'off',
    cases: 'guards first',
    seesForeignWrites: true,
  },
];

/** How an environment is called in the names of its cases. */
export function titleOf({ stack, mode, transport, guards }: Environment): string {
  return `${stack} ${mode} ${transport}${guards ? ' without guards' : ''}`;
}
