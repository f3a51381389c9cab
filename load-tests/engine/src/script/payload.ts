import type { Script } from './artillery.ts';

/** One entry of `config.payload`, as Artillery passes it to engines. */
interface Payload {
  fields?: string[];
  data?: unknown[][];
  order?: string;
  loadAll?: boolean;
}

/**
 * The variables of a row of each payload. Virtual users take theirs from the first row on, so writers take the rows after
 * those, and begin again at the end.
 * @param n which row, where the order is `sequence`; otherwise it is drawn
 */
export function payloadRow({ config }: Script, n: number): Record<string, unknown> {
  const vars: Record<string, unknown> = {};
  for (const { fields = [], data = [], order, loadAll } of (config.payload ?? []) as Payload[]) {
    if (loadAll || data.length === 0) continue;
    const at = order === 'sequence' ? n % data.length : Math.floor(Math.random() * data.length);
    fields.forEach((name, i) => {
      vars[name] = data[at]?.[i];
    });
  }
  return vars;
}
