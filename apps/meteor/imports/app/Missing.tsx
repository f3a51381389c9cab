import { Meteor } from 'meteor/meteor';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { usePage } from '/imports/app/rendering/page';
import { useTitle } from './use-title';

interface Props {
  what: 'list' | 'page' | 'room';
  /** The message if it existed a moment ago. */
  gone?: string | undefined;
}

/** Replaces a page that doesn't exist. */
export function Missing({ what, gone }: Props) {
  useTitle('Not found');
  const page = usePage();
  if (Meteor.isServer && page) page.isMissing = true;
  useEffect(() => {
    // The focused element disappeared.
    if (gone && document.activeElement === document.body) document.getElementById('main')?.focus();
  }, [gone]);
  return (
    <>
      <h1>Not found</h1>
      <p className="missing" role={gone && 'alert'}>
        There is no such {what}. {gone && `${gone} `}
        <Link href="/">Go to the lists and rooms</Link>
      </p>
    </>
  );
}
