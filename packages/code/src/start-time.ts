import type { Mongo } from '@meteor-vs-mean/mongo';
import type { Build } from '@meteor-vs-mean/stacks';
import type { StartSample } from './result.ts';
import { undisturbed } from './undisturbed.ts';

/** Starts an app, gets its first page, and stops it. packages/stacks asks every 25 ms whether it answers. */
export async function startTime(build: Build, of: { mongo: Mongo; database: string }): Promise<StartSample> {
  const roots = [process.pid, ...(of.mongo.pid === undefined ? [] : [of.mongo.pid])];
  const { value, disturbed } = await undisturbed(roots, async () => {
    const began_ms = performance.now();
    const app = await build.start({ port: 0, ...of });
    try {
      const response = await fetch(app.url);
      await response.text();
      if (!response.ok) throw new Error(`${build.stack} answers / with status ${response.status}`);
      return performance.now() - began_ms;
    } finally {
      await app.stop();
    }
  });
  return { stack: build.stack, page_ms: value, disturbed };
}
