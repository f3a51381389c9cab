import { Link } from 'wouter';
import { useTitle } from './use-title';

/** In place of a page that isn't there. */
export function Missing({ what }: { what: 'list' | 'page' | 'room' }) {
  useTitle('Not found');
  return (
    <>
      <p className="missing">There is no such {what}.</p>
      <p>
        <Link href="/">Home</Link>
      </p>
    </>
  );
}
