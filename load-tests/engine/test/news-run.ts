import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runArtillery } from './generator.ts';
import { type Copies, startNewsApp } from './news-app.ts';

export const scenario = join(import.meta.dirname, 'news.yml');

/** An app that ends with the test. */
export async function newsApp(copies?: Copies) {
  const app = await startNewsApp(copies);
  onTestFinished(() => app.close());
  return app;
}

interface Options {
  phases?: Record<string, unknown>[];
  pubsub?: Record<string, unknown>;
  variables?: Record<string, unknown>;
  env?: Record<string, string>;
}

/** Runs the scenario of the news against it. */
export function generate(target: string, out: string, { phases, pubsub, variables, env }: Options = {}) {
  const config = { ...(phases ? { phases } : {}), engines: { pubsub: { out, ...pubsub } } };
  const args = ['--target', target, '--overrides', JSON.stringify({ config })];
  if (variables) args.push('--variables', JSON.stringify(variables));
  return runArtillery([...args, scenario], env);
}
