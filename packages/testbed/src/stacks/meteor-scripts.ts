import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scripts } from './page-weight.ts';

/** What a bundle's program.json lists. */
interface Listed {
  path: string;
  where: string;
  /** 'js' is in the page; 'dynamic js' is fetched by import(); 'asset', 'json', 'css', 'head', 'body' are no scripts. */
  type: string;
}

const program = 'programs/web.browser';

/**
 * The JavaScript that a Meteor bundle has for today's browsers; old ones get web.browser.legacy. A style sheet that
 * the app imports is in there too: Meteor makes it a module.
 *
 * @param bundle the folder with main.js
 * @throws one line if it has nothing for browsers
 */
export async function meteorScripts(bundle: string): Promise<Scripts> {
  const file = join(bundle, program, 'program.json');
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`The Meteor bundle has nothing for browsers: ${error.message}`);
  });
  const { manifest } = JSON.parse(text) as { manifest: Listed[] };
  const paths = (type: string) =>
    manifest
      .filter((each) => each.where === 'client' && each.type === type)
      .map(({ path }) => join(bundle, program, path));
  return { first: paths('js'), later: paths('dynamic js') };
}
