/**
 * What a results folder holds. Reports are drawn from it alone:
 * `manifest.json` (Manifest), `rounds.jsonl` (a Round a line), `summary.json` (Summary), and in `rounds/<number>/`
 * the round's schedule, its histograms in HDR's compressed form, a timeline of samples, and the deliveries of each half
 * second.
 */
export * from './results/contestant.ts';
export * from './results/knee.ts';
export * from './results/manifest.ts';
export * from './results/round.ts';
export * from './results/self.ts';
export * from './results/summary.ts';
