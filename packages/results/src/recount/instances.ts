import { instancesOf } from '../contestant.ts';
import type { DeliveryRound } from '../round.ts';
import type { Agreement } from './agreement.ts';

/** Holds what a round says of the instance that serves nobody, or was killed, against its contestant and its account. */
export function recountInstances(round: DeliveryRound, agreement: Agreement): void {
  if (round.verdict === 'void') return;
  const line = (figure: string) => `rounds.jsonl: ${figure} of round ${round.round}`;
  const layout = instancesOf(round)?.layout;
  const { idleInstance, killedInstance: killed, subscribers, stored, parents, lost } = round;
  agreement.hold(line('idleInstance'), idleInstance !== undefined, layout === 'idle', 'its contestant');
  agreement.hold(line('killedInstance'), killed !== undefined, layout === 'killed', 'its contestant');
  if (!killed) return;
  const { clients, expected, delivered } = killed;
  agreement.hold(
    line('killedInstance.expected'),
    expected,
    delivered + killed.lost,
    'delivered + lost of the same',
  );
  if (parents === 1) {
    agreement.hold(line('killedInstance.expected'), expected, stored * clients, 'stored x clients of it');
  }
  if (clients > subscribers || killed.lost > lost) {
    agreement.object(`${line('killedInstance')} has more clients or losses than the round itself`);
  }
}
