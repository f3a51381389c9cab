/** What the pages' addresses begin with. */
const words = ['lists', 'rooms', 'login', 'signup', 'account'];

/**
 * The one address of a page. Both apps' links mean the same: the words of a path may be written in any case, and a
 * slash too many doesn't count. Ids are kept as they are, since their case matters.
 * @param path as a browser asks for it, without query and fragment: `//LISTS/Abc/`
 * @returns `/lists/Abc`
 */
export function canonicalPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const [first = ''] = parts;
  const word = words.find((each) => each === first.toLowerCase());
  if (word === undefined) return `/${parts.join('/')}`;
  const isNew = word === 'lists' && parts[1]?.toLowerCase() === 'new';
  const rest = isNew ? parts.slice(1).map((part) => part.toLowerCase()) : parts.slice(1);
  return `/${[word, ...rest].join('/')}`;
}
