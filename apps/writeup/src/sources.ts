import type { Library } from './library.ts';

/** Where a result's own page lies in the built site. */
export function placeOf(folder: string, file: string): string {
  return `results/${folder}/${file}`;
}

/**
 * The recorded results that a page took its figures from, each linked, with the commit and the day of its run.
 * @param page its path under `pages`: links are relative to it, so that the site may lie in any folder
 */
export function sources(names: readonly string[], page: string, library: Library): string {
  const up = '../'.repeat(page.split('/').length - 1);
  const each = new Set(names.flatMap((name) => library.open(name).source.parts ?? [name]));
  const lines = [...each].map((name) => {
    const { source, recorded } = library.open(name);
    const { folder, what, command, of } = source;
    const code = `<code>${command}</code>`;
    if (recorded === null) return `<li>${what}: <em class="awaited">not recorded yet</em> (${code})</li>`;
    if (recorded.page === null) return `<li>${what}: counted when this page was built (${code})</li>`;
    const href = `./${up}${placeOf(folder, recorded.page)}`;
    return `<li><a href="${href}" target="_self">${folder}</a>: ${what} (${code}), commit ${of}</li>`;
  });
  return [
    '## Where these figures come from',
    '',
    'Each was taken from a recorded result when this page was built. The links are to their reports; the command records one again.',
    '',
    `<ul class="sources" v-pre>${lines.join('')}</ul>`,
    '',
  ].join('\n');
}
