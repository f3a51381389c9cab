import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Entry {
  text: string;
  link: string;
}

export interface Group {
  text: string;
  items: Entry[];
}

/** In the order in which they are read. */
const comparison = [
  'index',
  'costs',
  'breaks',
  'attack',
  'ladder',
  'accounts',
  'principles',
  'claims',
  'code',
  'method',
];
const lab = ['index', 'http-vs-socketio', 'sockjs-vs-ajax', 'ws-pingpong', 'ws-vs-sse', 'carriers'];

/** The group of the pages that hold the answers: last, and in no menu. */
export const forTeacher = 'For the teacher';
const ofTeacher = ['teacher', 'answers'];

/** Every page that is there, in its group. Titles are their first headings. @param pages the folder of all pages */
export function sidebar(pages: string): Group[] {
  const workshop = existsSync(path.join(pages, 'workshop'))
    ? readdirSync(path.join(pages, 'workshop'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.slice(0, -3))
        .filter((name) => !ofTeacher.includes(name))
        .sort((a, b) => (a === 'index' ? -1 : b === 'index' ? 1 : a.localeCompare(b)))
    : [];
  const entries = (folder: string, names: readonly string[]): Entry[] =>
    names.flatMap((name) => {
      const file = path.join(pages, folder, `${name}.md`);
      return existsSync(file) ? [{ text: titleOf(file), link: linkTo(folder, name) }] : [];
    });
  return [
    { text: 'The comparison', items: entries('', comparison) },
    { text: 'The transport lab', items: entries('lab', lab) },
    { text: 'Workshop', items: entries('workshop', workshop) },
    { text: forTeacher, items: entries('workshop', ofTeacher) },
  ].filter(({ items }) => items.length > 0);
}

function linkTo(folder: string, name: string): string {
  return `/${[folder, name === 'index' ? '' : name].filter((part) => part !== '').join('/')}${name === 'index' && folder !== '' ? '/' : ''}`;
}

/** The first heading; a page without one fails. */
function titleOf(file: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(file, 'utf8'));
  if (!heading?.[1]) throw new Error(`${file} has no first heading: begin it with "# Title"`);
  return heading[1].replaceAll('`', '').trim();
}
