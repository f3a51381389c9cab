import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '@meteor-vs-mean/report/drawing';
import { root } from '@meteor-vs-mean/testbed/process';

/** `[its code](repo:apps/mean/server/src/app.ts#L10)`: a file of this repository, and a line of it. */
const link = /\[([^\]]+)\]\(repo:([^)#\s]+)(?:#(L\d+))?\)/g;

/**
 * A page with its links to files of the repository made into links to their copies in the built site, which has no
 * repository beside it.
 * @param page its path under `pages`
 * @param files gets the path of each
 * @throws one line for a file that isn't there
 */
export function linkFiles(markdown: string, page: string, files: Set<string>): string {
  const up = '../'.repeat(page.split('/').length - 1);
  return markdown.replace(link, (_, text: string, file: string, line: string | undefined) => {
    const full = path.join(root, file);
    if (!existsSync(full) || !statSync(full).isFile()) {
      throw new Error(`pages/${page}: repo:${file} is no file of the repository: correct the link`);
    }
    files.add(file);
    return `<a href="./${up}${sourcePlace(file)}${line ? `#${line}` : ''}" target="_self">${text}</a>`;
  });
}

/** Where a file's copy lies in the built site. */
export function sourcePlace(file: string): string {
  return `source/${file}.html`;
}

/** A file as a page of its own, each line with its number. */
export async function sourcePage(file: string): Promise<string> {
  const text = await readFile(path.join(root, file), 'utf8');
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, n) => `<span id="L${n + 1}">${escapeHtml(line)}</span>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(file)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.1rem; overflow-wrap: anywhere; }
pre { font-size: 13px; line-height: 1.45; overflow-x: auto; counter-reset: line; }
pre span { counter-increment: line; }
pre span::before { content: counter(line); display: inline-block; width: 4ch; margin-right: 2ch; text-align: right; color: GrayText; }
pre span:target { background: Mark; color: MarkText; }
</style>
<main>
<h1>${escapeHtml(file)}</h1>
<pre tabindex="0"><code>${lines.join('\n')}</code></pre>
</main>
</html>
`;
}
