import { setTimeout as sleep } from 'node:timers/promises';
import { RunError } from '../failures/error.ts';
import { orAfter } from '../process/or-after.ts';
import type { Fields } from '../script/fields.ts';
import { type CompileStep, type Setting, withOptions } from './step.ts';

const ends = ['ready', 'drained', 'released'] as const;

/**
 * Stays connected and listens: `hold: { until: drained }`, the end of the run that `publish` began;
 * `{ until: released }`, a file `release` in the run's folder; `{ until: ready }`, all subscribers have their
 * snapshots; `{ for: 60 }`, seconds. With `until` and `for`, whichever is first.
 */
export const compileHold: CompileStep = (spec, where, setting) => {
  const { hasPublished, needs } = setting;
  return withOptions({
    value: spec.hold,
    where,
    right: '{ until, for }',
    parse: (fields) => parseHold(fields, where, { ...setting, hasPublished }),
    take: async (user, { until, for_s }) => {
      const { session } = user;
      // The round begins with publish. A hold before it would begin a round without writes, which never ends.
      if (needs.publish && !user.joined) {
        await user.client();
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
      user.pace?.restart();
    },
  });
};

function parseHold(fields: Fields, where: string, { needs, config, hasPublished }: Setting) {
  const until = fields.oneOf('until', ends);
  const for_s = fields.number('for', 0, 'seconds from 0 up');
  if (until === undefined && for_s === undefined) fields.fail('until', `${ends.join(', ')}, or give for`);
  if (until === undefined || fields.isOpen('until')) return { until, for_s };
  if (until === 'drained' && !needs.publish) {
    throw new RunError('config', `${where}.until: drained needs a publish step before it`);
  }
  if (until === 'ready' && config.subscribers === undefined) {
    throw new RunError('config', `${where}.until: ready needs config.engines.pubsub.subscribers`);
  }
  if (needs.publish && !hasPublished) {
    throw new RunError(
      'config',
      `${where}.until: ${until} can only come after publish, which waits until all are ready`,
    );
  }
  return { until, for_s };
}
