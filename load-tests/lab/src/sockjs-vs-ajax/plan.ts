import type { Load, Plan, Size } from '../experiment.ts';
import type { Carrier } from './carrier.ts';
import { claims } from './claims.ts';
import { extents, type Objections, type Original } from './extents.ts';
import { measureObjections } from './measure-objections.ts';
import { measureOriginal } from './measure-original.ts';
import { objectionTables, originalTables } from './tables.ts';

/** Loads, tables and claims at a size. */
export function planOf(size: Size, carriers: readonly Carrier[]): Plan {
  const { repeats, originals, objections } = extents[size];
  return {
    repeats,
    loads: [
      ...originals.map((original) => originalLoad(original, carriers)),
      ...objections.map((objection) => objectionLoad(objection, carriers)),
    ],
    tables: [...originalTables(originals), ...objectionTables(objections, carriers)],
    claims,
  };
}

function originalLoad(
  { key, roundTrip_ms, presses, targets, repeats }: Original,
  carriers: readonly Carrier[],
): Load {
  return {
    key,
    title: repeats === 1 ? `${away(roundTrip_ms)}, once` : away(roundTrip_ms),
    targets,
    baseline: roundTrip_ms === 0 ? 'ajax' : null,
    ...(repeats === undefined ? {} : { repeats }),
    measure: (target, stage) => measureOriginal(named(carriers, target), stage, { roundTrip_ms, presses }),
  };
}

function objectionLoad(
  { key, roundTrip_ms, amounts, targets, repeats }: Objections,
  carriers: readonly Carrier[],
): Load {
  return {
    key,
    title: `${away(roundTrip_ms)}, warm`,
    targets: targets ?? carriers.map((carrier) => carrier.key),
    baseline: roundTrip_ms === 0 ? 'fetch' : null,
    ...(repeats === undefined ? {} : { repeats }),
    measure: (target, stage) => measureObjections(named(carriers, target), stage, { roundTrip_ms, amounts }),
  };
}

function away(roundTrip_ms: number): string {
  return roundTrip_ms === 0 ? 'On one machine' : `${roundTrip_ms} ms away`;
}

function named(carriers: readonly Carrier[], key: string): Carrier {
  const found = carriers.find((carrier) => carrier.key === key);
  if (!found) throw new Error(`There is no target "${key}"`);
  return found;
}
