import { createRequire } from 'node:module';

/** Versions of what measures. */
export function benchVersions(): Record<string, string> {
  const require = createRequire(import.meta.url);
  const versionOf = (name: string): string => require(`${name}/package.json`).version;
  return { node: process.versions.node, artillery: versionOf('artillery'), mongodb: versionOf('mongodb') };
}
