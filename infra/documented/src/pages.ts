import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';

/** A Markdown file of the repository for readers. */
export interface Page {
  /** Relative to the repository's root. */
  path: string;
  text: string;
}

const patterns = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', '.github/**/*.md'],
  '{apps,packages,load-tests,infra}/**/README.md',
  'apps/writeup/pages/**/*.md',
];

/** README first, because a newcomer types its commands first. */
export function pages(folder: string = root): Page[] {
  const skipped = (name: string) => name === 'node_modules' || name === 'results' || name === 'dist';
  const found = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: folder, exclude: (name) => skipped(path.basename(name)) }).toSorted(),
  );
  return [...new Set(found)].map((file) => ({
    path: file.split(path.sep).join('/'),
    text: readFileSync(path.join(folder, file), 'utf8'),
  }));
}
