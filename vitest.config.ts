import { defineConfig } from 'vitest/config';
import { LongestFirst } from './infra/ci/longest-first.ts';

export default defineConfig({
  test: {
    include: ['{apps,packages,load-tests,infra}/**/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.cache/**', 'apps/mean/client/**', '**/.meteor/**'],
    // Real servers and databases wait for each other half of the time: three files at a time keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { DO_NOT_TRACK: '1', ARTILLERY_DISABLE_TELEMETRY: 'true' },
  },
});
