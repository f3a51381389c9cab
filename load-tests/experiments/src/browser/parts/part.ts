import type { OwnTable, PlannedClaim, Size } from '@meteor-vs-mean/measure/results';
import type { Load } from '@meteor-vs-mean/measure/run';
import type { AppTargets } from '../../command/index.ts';
import type { RoundTestbed } from '../../command/round-testbed.ts';
import type { Contestants } from '../contestants.ts';

interface Asked {
  size: Size;
  /** Clicks of a round; undefined: the size's own. */
  count: number | undefined;
  among: Contestants;
  targets: AppTargets;
}

/** A part of the experiment: what it measures, and what is told of it. */
export type Part = (asked: Asked) => {
  loads: readonly Load<RoundTestbed>[];
  tables: readonly OwnTable[];
  claims: readonly PlannedClaim[];
};
