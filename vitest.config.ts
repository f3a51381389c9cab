import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages,load-tests,infra}/**/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.cache/**', 'apps/mean/client/**', '**/.meteor/**'],
    // Real servers and databases: two files at a time is what two cores bear. With three, a SockJS client in a browser
    // once gave its websocket up for being slow.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { DO_NOT_TRACK: '1', ARTILLERY_DISABLE_TELEMETRY: 'true' },
  },
});
