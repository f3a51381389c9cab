import { type Knee, keyWithoutAudience, type Round } from '@meteor-vs-mean/measure/results';
import { ruleOf } from '@meteor-vs-mean/measure/run';
import { slug, whole } from '@meteor-vs-mean/report/drawing';
import type { Figures } from './contestant-figures.ts';

type Trial = Knee['trials'][number];

/** So many rounds decide whether a level is carried. */
const enough = 2;

/**
 * Of each search `carried.<contestant>.<what>`: the highest level at which two rounds kept p99 under the limit. Void
 * rounds count if they broke rules alone that make deliveries later and never sooner. With `>= ` unless two valid rounds
 * were over the limit at a higher level.
 */
export function kneeFigures(figures: Figures, knees: readonly Knee[], rounds: readonly Round[]): void {
  const roundOf = (trial: Trial) => rounds.find(({ round }) => round === trial.round);
  for (const { contestant, what, limit_ms, trials } of knees) {
    const isUnder = ({ p99_ms }: Trial) => p99_ms !== null && p99_ms < limit_ms;
    const levels = (wanted: (trial: Trial) => boolean) =>
      [...Map.groupBy(trials.filter(wanted), ({ level }) => level)]
        .filter(([, those]) => those.length >= enough)
        .map(([level]) => level);
    const carried = Math.max(0, ...levels((trial) => isUnder(trial) && isAtLeastAsSlow(roundOf(trial))));
    if (carried === 0) continue;
    const failed = levels((trial) => !isUnder(trial) && roundOf(trial)?.verdict === 'valid');
    const isLimit = failed.some((level) => level > carried);
    figures.set(`carried.${nameOf(contestant)}.${slug(what)}`, `${isLimit ? '' : '>= '}${whole(carried)}`);
  }
}

/** Of a contestant in a page, without its audience: what was raised names that already. */
export function nameOf(contestant: string): string {
  return slug(keyWithoutAudience(contestant));
}

/** Whether a round's latencies are at least those that a valid one would have had. */
function isAtLeastAsSlow(round: Round | undefined): boolean {
  if (!round) return false;
  const broken = round.verdict === 'void' ? round.reasons : [];
  return broken.map(({ code }) => ruleOf(code)).every(({ ofSpeed, eitherWay }) => ofSpeed && !eitherWay);
}
