import type { Library } from './library.ts';

/** Where a result's own page lies in the built site. */
export function placeOf(folder: string, file: string): string {
  return `results/${folder}/${file}`;
}

/**
 * What stands under the title of a page whose figures are, in part, of code that has changed since.
 * @returns nothing where all are of the code as it is
 */
export function staleBanner(names: readonly string[], library: Library): string {
  const stale = names.filter((name) => library.open(name).source.state === 'stale');
  if (stale.length === 0) return '';
  const those = [...new Set(stale.map((name) => library.open(name).source.folder))];
  return (
    '<p class="stale" v-pre>The code has changed since some of these figures were recorded, so they may no longer hold: ' +
    `${those.map((folder) => `<code>${folder}</code>`).join(', ')}. ` +
    '<code>npm run references</code> says which, and records them anew.</p>'
  );
}

/**
 * The recorded results that a page took its figures from, each linked.
 * @param page its path under `pages`: links are relative to it, so that the site may lie in any folder
 */
export function sources(names: readonly string[], page: string, library: Library): string {
  const up = '../'.repeat(page.split('/').length - 1);
  const lines = names.map((name) => {
    const { source, recorded } = library.open(name);
    const { folder, what, command, state } = source;
    const code = `<code>${command}</code>`;
    if (recorded === null) return `<li>${what}: <em class="awaited">not recorded yet</em> (${code})</li>`;
    if (recorded.page === null) return `<li>${what}: counted when this page was built (${code})</li>`;
    const href = `./${up}${placeOf(folder, recorded.page)}`;
    const stale = state === 'stale' ? '; <em class="awaited">its code has changed since</em>' : '';
    return `<li><a href="${href}" target="_self">${folder}</a>: ${what} (${code})${stale}</li>`;
  });
  return [
    '## Where these figures come from',
    '',
    'Each was taken from a recorded result when this page was built. The links are to their reports; the command records one anew.',
    '',
    `<ul class="sources" v-pre>${lines.join('')}</ul>`,
    '',
  ].join('\n');
}
