import type { SelfMeasure } from '@meteor-vs-mean/measure/results';
import type { Cores } from '../context/cores.ts';

/** What one generator process may be given. */
interface Capacity {
  deliveries_per_s: number;
  subscribers: number;
}

/** Without a self-measure: what a slow core of today takes by a wide margin. */
export const assumed: Capacity = { deliveries_per_s: 20_000, subscribers: 2500 };

/** A process is given so much of what it was measured to take: bursts and a busier machine need the rest. */
const share = 0.6;

/** From the newest self-measure of this machine. */
function capacityOf(measures: readonly SelfMeasure[], transport: string): Capacity {
  const measure = measures.find((one) => one.transport === transport);
  // A measure that found nothing valid says nothing of what can be carried.
  if (!measure || measure.deliveries_per_s === 0 || measure.subscribers === 0) return assumed;
  return {
    deliveries_per_s: measure.deliveries_per_s * share,
    subscribers: measure.subscribers * share,
  };
}

/**
 * How many processes share the clients of a round.
 * @param owed_per_s deliveries that they are owed together
 * @param cores that the generator may use: more processes than those only stand in each other's way
 */
function processesFor(
  { deliveries_per_s, subscribers }: Capacity,
  clients: number,
  owed_per_s: number,
  cores: number,
): number {
  const wanted = Math.ceil(Math.max(clients / subscribers, owed_per_s / deliveries_per_s));
  return Math.max(1, Math.min(wanted, cores, clients));
}

/** What decides how many processes receive; a Context has it. */
export interface Choice {
  /** `--generators`; undefined: as many as it takes. */
  options: { readonly generators: number | undefined };
  /** The newest of this machine; empty where it wasn't measured. */
  measures: readonly SelfMeasure[];
  cores: Pick<Cores, 'generator'>;
}

/** How many processes receive in a round of so many clients, over so many lists. */
export function generatorsFor(
  { options, measures, cores }: Choice,
  transport: string,
  { clients, rate }: { clients: number; rate: number },
  parents = 1,
): number {
  if (options.generators !== undefined) return Math.min(options.generators, clients);
  const owed_per_s = (clients * rate) / parents;
  return processesFor(capacityOf(measures, transport), clients, owed_per_s, cores.generator.length);
}
