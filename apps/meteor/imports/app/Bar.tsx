import { testIds } from '@meteor-vs-mean/contract/test-ids';
import type { MouseEvent, RefObject } from 'react';
import { Link } from 'wouter';
import { AccountMenu } from '../accounts/AccountMenu';
import { useConnected } from './connection';

/** The bar at the top of every page. */
export function Bar({ main }: { main: RefObject<HTMLElement | null> }) {
  // Not a link, because the hash is the list page's filter.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  const state = useConnected() ? 'online' : 'offline';
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link within the page */}
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header className="bar">
        <nav aria-label="Main">
          <Link href="/">Home</Link>
        </nav>
        <AccountMenu main={main} />
        <span className="stack">Meteor</span>
        <span className={`connection ${state}`} role="status" data-testid={testIds.connection}>
          {state}
        </span>
      </header>
    </>
  );
}
