import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/** As far as tests change it. */
export interface Script {
  config: {
    target: string;
    phases: Record<string, unknown>[];
    variables: Record<string, unknown>;
    engines: { pubsub: Record<string, unknown> };
  };
  scenarios: { engine: string; flow: Record<string, unknown>[] }[];
}

/** Writes news.yml for an app, changed, into a folder; results go into its `out`. @returns the file */
export function newsScript(url: string, folder: string, change: (script: Script) => void): string {
  const script = parse(readFileSync(join(import.meta.dirname, 'news.yml'), 'utf8')) as Script;
  script.config.target = url;
  script.config.engines.pubsub.out = join(folder, 'out');
  change(script);
  const file = join(folder, 'script.yml');
  writeFileSync(file, stringify(script));
  return file;
}
