import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './infra/ci/longest-first.ts';

export default defineConfig({
  test: {
    // `npm test` leaves out *.slow.test.ts, `npm run test:slow` runs only those.
    include: ['{apps,packages,load-tests,infra}/**/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.cache/**', 'apps/mean/client/**', '**/.meteor/**'],
    globalSetup: './infra/ci/mongo.ts',
    // Real servers and databases wait for each other half of the time: four files at a time keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: {
      DO_NOT_TRACK: '1',
      ARTILLERY_DISABLE_TELEMETRY: 'true',
      // Hundreds of programs are started, npm and Artillery among them: what one compiles the next needn't.
      NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/compiled'),
    },
  },
});
