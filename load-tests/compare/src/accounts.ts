import { type Experiment, type MeasuredRound, type Opening, openGrid } from '@meteor-vs-mean/bench';
import type { GridManifest, GridRound, GridSummary, PlannedCell } from '@meteor-vs-mean/results';
import { AppStage, AppTargets, openShared } from '@meteor-vs-mean/stage';
import { accountsExperiment } from './accounts/experiment.ts';
import type { Options } from './options/options.ts';

/**
 * Opens what accounts cost as the experiment of a run.
 * @throws what is missing, and what to do
 */
export async function openAccounts(
  options: Options,
  opening: Opening,
): Promise<Experiment<PlannedCell, MeasuredRound<GridRound>, GridManifest, GridSummary>> {
  const shared = await openShared(opening, false);
  const { size, pairs: repeats, seed, install } = options;
  const experiment = accountsExperiment(new AppTargets(install), options);
  return openGrid(
    experiment,
    (scene) => new AppStage(scene, shared),
    { size, repeats, seed },
    shared.versions,
    opening,
  );
}
