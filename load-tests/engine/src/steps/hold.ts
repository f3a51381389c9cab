import { setTimeout as sleep } from 'node:timers/promises';
import { RunError } from '../error.ts';
import { Fields } from '../fields.ts';
import { orAfter } from '../or-after.ts';
import type { CompileStep } from './step.ts';

const ends = ['ready', 'drained', 'released'] as const;

/**
 * Stays connected and listens: `hold: { until: drained }`, the end of the run that `publish` began;
 * `{ until: released }`, a file `release` in the run's folder; `{ until: ready }`, all subscribers have their
 * snapshots; `{ for: 60 }`, seconds. With `until` and `for`, whichever is first.
 */
export const compileHold: CompileStep = (spec, where) => {
  new Fields(spec.hold, where, '{ until, for }');
  return async (user) => {
    const fields = new Fields(user.template(spec.hold), where);
    const until = fields.oneOf('until', ends);
    const for_s = fields.number('for', 0, 'seconds from 0 up');
    fields.end();
    if (until === undefined && for_s === undefined) fields.fail('until', `${ends.join(', ')}, or give for`);
    const { session } = user;
    if (until === 'drained' && !session.needs.publish) {
      throw new RunError('config', `${where}.until: drained needs a publish step before it`);
    }
    if (until === 'ready' && session.config.subscribers === undefined) {
      throw new RunError('config', `${where}.until: ready needs config.engines.pubsub.subscribers`);
    }
    // The round begins with publish: a hold before it would make one that has nothing to write, and never ends.
    if (session.needs.publish && !user.joined) {
      if (until !== undefined) {
        throw new RunError(
          'config',
          `${where}.until: ${until} can only come after publish, which waits until all are ready`,
        );
      }
      await sleep(1000 * (for_s as number));
      return;
    }
    const round = session.join();
    await user.join(round);
    if (until === 'ready') round.expectAll();
    const awaited = {
      ready: round.gathered,
      drained: round.finished,
      released: round.released,
      nothing: new Promise<never>(() => {}),
    }[until ?? 'nothing'];
    await orAfter(awaited, for_s === undefined ? undefined : for_s * 1000);
  };
};
