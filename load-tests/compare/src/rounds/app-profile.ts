import type { ProfiledFunction } from '@meteor-vs-mean/measure/results';
import { median } from '@meteor-vs-mean/stats';
import type { CpuProfile } from '@meteor-vs-mean/testbed/sampler';
import { type Frame, isIdle, namelessOf, selfTimes } from './profile.ts';

/** Functions that are kept: what two levels have in common must be found in both. */
const most = 300;

/**
 * What the app's main thread did while it was written, for each write; what the bench itself does there is left out. So
 * is the time in which it waited for a core: V8 signals a thread to look at itself, and one that doesn't run is looked
 * at when it runs again, so that a sample which comes late stands for no more than twice what samples mostly do.
 * @param writes that MongoDB holds
 * @returns largest first, what is smaller as one last entry; null without a profile, or a write
 */
export function appProfile(
  profile: CpuProfile | null | undefined,
  writes: number,
): ProfiledFunction[] | null {
  if (!profile || writes === 0) return null;
  const placed = (frame: Frame) => (isIdle(frame) || isOurs(frame) ? undefined : placeOf(frame).join('\n'));
  const longest_us = 2 * (median(profile.timeDeltas) ?? 0);
  const timeDeltas = profile.timeDeltas.map((took_us) => Math.min(took_us, longest_us));
  const all = [...selfTimes({ ...profile, timeDeltas }, placed)]
    .map(([place, took_us]): ProfiledFunction => {
      const [code = '', name = ''] = place.split('\n');
      return { code, function: name, us_per_write: took_us / writes };
    })
    .sort((a, b) => b.us_per_write - a.us_per_write);
  const rest = all.slice(most).reduce((sum, { us_per_write }) => sum + us_per_write, 0);
  if (rest === 0) return all;
  return [...all.slice(0, most), { code: 'all else', function: 'smaller ones', us_per_write: rest }];
}

/** The profiler, and the sampler's preload. */
function isOurs({ url }: Frame): boolean {
  return url === 'node:inspector' || url.endsWith('/sampler/src/preload.cjs');
}

/** In which code a function is, and what it is called there; one without a name is told by its line. */
function placeOf(frame: Frame): [code: string, name: string] {
  const { functionName, url, lineNumber } = frame;
  const known = namelessOf(frame);
  if (known !== undefined) return ['V8 and native code', known];
  if (url === '') return ['V8 and native code', functionName || 'a function'];
  const name = functionName || `a function in line ${lineNumber + 1}`;
  if (url.startsWith('node:')) return ['Node', `${name} (${url.slice('node:'.length)})`];
  const [, npm, file] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(url) ?? [];
  if (npm !== undefined) return [`${npm} (npm)`, `${name} (${file})`];
  // From the root of Meteor's bundle, or from a workspace.
  return [url.replace(/^.*\/programs\/server\//, '').replace(/^.*\/(?=[^/]+\/src\/)/, ''), name];
}
