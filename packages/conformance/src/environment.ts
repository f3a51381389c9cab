import type { Transport } from '@meteor-vs-mean/pubsub-client';
import type { StackName } from '@meteor-vs-mean/testbed/stacks';

/** A stack in one mode and transport, and what the mode supports. */
export interface Environment {
  stack: StackName;
  mode: string;
  transport: Transport;
  /** GUARDS=off. Absent: with guards. */
  guards?: 'off';
  /**
   * `basic`: cases that depend on mode and transport. `basic first`, `guards first`: the other cases are slow ones.
   */
  cases: 'all' | 'basic' | 'basic first' | 'guards first';
  /** Whether the mode notices writes other than its own methods'. */
  seesForeignWrites: boolean;
}

/** For all versions: a version without a mode skips its environments. */
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

/** The name of an environment in the names of its cases. */
export function titleOf({ stack, mode, transport, guards }: Environment): string {
  return `${stack} ${mode} ${transport}${guards ? ' without guards' : ''}`;
}
