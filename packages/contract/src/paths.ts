/** What the pages' addresses start with. */
const words = ['lists', 'rooms', 'login', 'signup', 'account'];

/**
 * The canonical path of a page. Both apps accept the words of a path in any case and ignore extra slashes. Ids keep
 * their case, which matters.
 * @param path as a browser requests it, without query and fragment: `//LISTS/Abc/`
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
