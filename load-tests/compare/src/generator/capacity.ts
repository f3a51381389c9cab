import type { Cores } from '../context/cores.ts';

/** What one generator process takes on a slow core of today, by a wide margin. */
const capacity = { deliveries_per_s: 20_000, subscribers: 2500 };

/** What decides how many processes receive; a Context has it. */
export interface Choice {
  /** `--generators`; undefined: as many as it takes. */
  options: { readonly generators: number | undefined };
  cores: Pick<Cores, 'generator'>;
}

/** How many processes receive in a round of so many clients, over so many lists: no more than the generator has cores. */
export function generatorsFor(
  { options, cores }: Choice,
  { clients, rate }: { clients: number; rate: number },
  parents = 1,
): number {
  if (options.generators !== undefined) return Math.min(options.generators, clients);
  const owed_per_s = (clients * rate) / parents;
  const wanted = Math.ceil(Math.max(clients / capacity.subscribers, owed_per_s / capacity.deliveries_per_s));
  return Math.max(1, Math.min(wanted, cores.generator.length, clients));
}
