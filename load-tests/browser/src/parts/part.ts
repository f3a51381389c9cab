import type { Load } from '@meteor-vs-mean/bench';
import type { OwnTable, PlannedClaim, Size } from '@meteor-vs-mean/results';
import type { AppStage, AppTargets } from '@meteor-vs-mean/stage';
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
  loads: readonly Load<AppStage>[];
  tables: readonly OwnTable[];
  claims: readonly PlannedClaim[];
};
