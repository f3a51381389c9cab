import { Link } from 'wouter';
import { useTitle } from './use-title';

/** In place of a page that isn't there. */
export function Missing({ what }: { what: 'list' | 'page' | 'room' }) {
  useTitle('Not found');
  return (
    <>
      <h1>Not found</h1>
      <p className="missing">
        There is no such {what}. <Link href="/">Go to the lists and rooms</Link>
      </p>
    </>
  );
}
