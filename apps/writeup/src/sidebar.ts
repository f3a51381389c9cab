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

/** Pages in the order in which they are read, by the question that they answer. */
const comparison: readonly { text: string; names: readonly string[] }[] = [
  { text: 'Which one?', names: ['index', 'planner', 'questions', 'features'] },
  { text: 'What it costs', names: ['costs', 'breaks', 'accounts'] },
  { text: 'How it works', names: ['write', 'code', 'ladder'] },
  { text: 'How we know', names: ['method', 'attack'] },
  {
    text: 'More',
    names: [
      'principles',
      'claims',
      'lab/index',
      'lab/http-vs-socketio',
      'lab/sockjs-vs-ajax',
      'lab/ws-pingpong',
      'lab/ws-vs-sse',
      'lab/carriers',
    ],
  },
];

/** Groups with an entry in the menu at the top. */
export const inMenu: ReadonlySet<string> = new Set([
  'Which one?',
  'What it costs',
  'How we know',
  'Workshop',
]);

/** The group of the pages that hold the answers is last. */
const forTeacher = 'For the teacher';
const ofTeacher = ['teacher', 'slides', 'answers'];

/** Every page that is there, in its group. Titles are their first headings. @param pages the folder of all pages */
export function sidebar(pages: string): Group[] {
  const workshop = existsSync(path.join(pages, 'workshop'))
    ? readdirSync(path.join(pages, 'workshop'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.slice(0, -3))
        .filter((name) => !ofTeacher.includes(name))
        .sort((a, b) => (a === 'index' ? -1 : b === 'index' ? 1 : a.localeCompare(b)))
    : [];
  const entries = (names: readonly string[]): Entry[] =>
    names.flatMap((name) => {
      const file = path.join(pages, `${name}.md`);
      return existsSync(file) ? [{ text: titleOf(file), link: linkTo(name) }] : [];
    });
  const ofWorkshop = (names: readonly string[]) => entries(names.map((name) => `workshop/${name}`));
  return [
    ...comparison.map(({ text, names }) => ({ text, items: entries(names) })),
    { text: 'Workshop', items: ofWorkshop(workshop) },
    { text: forTeacher, items: ofWorkshop(ofTeacher) },
  ].filter(({ items }) => items.length > 0);
}

/** `/costs`, `/lab/carriers`; an index is its folder. */
const linkTo = (name: string): string => `/${name.replace(/(^|\/)index$/, '$1')}`;

/** The first heading; a page without one fails. */
function titleOf(file: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(file, 'utf8'));
  if (!heading?.[1]) throw new Error(`${file} has no first heading: begin it with "# Title"`);
  return heading[1].replaceAll('`', '').trim();
}
