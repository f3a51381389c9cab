import type { EchoRound, SelfFindings } from '../self.ts';
import { type Agreement, recountVerdict } from './agreement.ts';

/** Holds what a self run found against its trials: the most that was valid, and what a load added. */
export function recountSelf(
  findings: readonly SelfFindings[],
  trials: readonly EchoRound[],
  agreement: Agreement,
): void {
  for (const trial of trials) {
    const { transport, round } = trial;
    recountVerdict(trial, agreement);
    if (!findings.some((one) => one.transport === transport)) {
      agreement.object(`rounds.jsonl: round ${round} is of ${transport}, of which the plan says nothing`);
    }
  }
  for (const [index, found] of findings.entries()) {
    const at = `manifest.json: plan.self[${index}]`;
    const valid = trials.filter((one) => one.transport === found.transport && one.verdict === 'valid');
    const isHeld = (deliveries_per_s: number, generators: number) =>
      deliveries_per_s === 0 ||
      valid.some((one) => {
        const asked = one.subscribers * one.writes_per_s;
        return asked === deliveries_per_s && one.generators === generators;
      });
    if (!isHeld(found.deliveries_per_s, 1)) {
      agreement.object(`${at}.deliveries_per_s is ${found.deliveries_per_s}, and no valid trial has as many`);
    }
    const { several } = found;
    if (several && !isHeld(several.deliveries_per_s, several.generators)) {
      agreement.object(
        `${at}.several.deliveries_per_s is ${several.deliveries_per_s}, and no valid trial has as many`,
      );
    }
    const slow = valid.filter(({ writes_per_s }) => writes_per_s === found.subscribersAt_writes_per_s);
    if (found.subscribers > 0 && !slow.some(({ subscribers }) => subscribers === found.subscribers)) {
      agreement.object(`${at}.subscribers is ${found.subscribers}, and no valid trial has as many`);
    }
    for (const { subscribers, writes_per_s, trials: count } of found.added) {
      const at_load = valid.filter(
        (one) => one.subscribers === subscribers && one.writes_per_s === writes_per_s && one.generators === 1,
      );
      if (at_load.length < count) {
        agreement.hold(
          `${at}.added: trials of ${subscribers} subscribers x ${writes_per_s}`,
          count,
          at_load.length,
          'rounds.jsonl',
        );
      }
    }
  }
}
