/**
 * Makes dist/style.css from TodoMVC's stylesheets and ours. dist is a package that Meteor links to, because Meteor
 * searches only the app's own folder for packages.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const theirs = ['todomvc-common/base.css', 'todomvc-app-css/index.css'];
const ours = [
  'theme',
  'page',
  'home',
  'todos',
  'chat',
  'account',
  'manage',
  'touch',
  'forced-colors',
  'print',
];
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A layer: rules outside of it win, however specific its selectors are. So ours need no `!important`. */
function layered(name: string): string {
  const css = readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8');
  const rules = css
    .replace(/^@charset [^;]+;\s*/, '')
    // Like ours, in rem: the browser's font size applies.
    .replace(/font-size: (\d+)px/g, (_, px) => `font-size: ${px / 16}rem`);
  return `/* ${name} */\n@layer todomvc {\n${rules}}\n`;
}

const css = [
  ...theirs.map(layered),
  ...ours.map((name) => readFileSync(here(`src/${name}.css`), 'utf8')),
].join('\n');
const { name, version, description, license } = JSON.parse(readFileSync(here('package.json'), 'utf8'));
const built = {
  name,
  version,
  private: true,
  description,
  license,
  main: './style.css',
  style: './style.css',
};

mkdirSync(here('dist'), { recursive: true });
writeFileSync(here('dist/style.css'), css);
writeFileSync(here('dist/package.json'), `${JSON.stringify(built, null, 2)}\n`);
