import { Meteor } from 'meteor/meteor';
import { Link } from 'wouter';
import { usePage } from '/imports/rendering/page';
import { useTitle } from './use-title';

/** In place of a page that isn't there. */
export function Missing({ what }: { what: 'list' | 'page' | 'room' }) {
  useTitle('Not found');
  const page = usePage();
  if (Meteor.isServer && page) page.isMissing = true;
  return (
    <>
      <h1>Not found</h1>
      <p className="missing">
        There is no such {what}. <Link href="/">Go to the lists and rooms</Link>
      </p>
    </>
  );
}
