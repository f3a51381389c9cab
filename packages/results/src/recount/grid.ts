import { inRepeats } from '../grid/plan.ts';
import type { GridFolder } from '../grid/results.ts';
import { summariseGrid } from '../grid/summarise.ts';
import { agreementOf, recountNumbers, recountVerdict } from './agreement.ts';

/**
 * Recounts a run of a grid: rounds against the plan, and the summary against what follows from both.
 * @throws one line that names the file, the figure and both values, where they don't agree
 */
export function recountGrid({ folder, manifest, rounds, summary }: GridFolder): void {
  const agreement = agreementOf(folder);
  const { plan } = manifest;
  recountNumbers(rounds, agreement);
  const runs = (key: string) => plan.targets.some((target) => target.key === key && target.notRun === null);
  const cells = inRepeats(plan, runs);
  for (const { round, repeat, load, target, again, verdict, reasons, accounts } of rounds) {
    const isPlanned = cells.some(
      (cell) =>
        cell.repeat === repeat && cell.load.key === load && cell.target === target && cell.again === again,
    );
    if (!isPlanned) {
      agreement.object(
        `rounds.jsonl: round ${round} is repeat ${repeat} of ${target} under ${load}, which isn't in the plan`,
      );
    }
    recountVerdict({ round, verdict, reasons }, agreement);
    for (const { what, owed, seen, lost = 0 } of verdict === 'valid' ? accounts : []) {
      agreement.hold(`rounds.jsonl: ${what} seen in round ${round}`, seen, owed - lost, 'owed of it');
    }
  }
  const found = JSON.parse(JSON.stringify(summariseGrid(manifest, rounds)));
  agreement.hold('summary.json: ', summary, found, 'what follows from the rounds');
  agreement.assert();
}
