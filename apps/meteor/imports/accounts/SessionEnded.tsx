import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { endedElsewhere } from './session';

/** Says that the session has ended, until the user logs in again or goes to another page. */
export function SessionEnded() {
  const from = useSyncExternalStore(endedElsewhere.subscribe, endedElsewhere.get, endedElsewhere.get);
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    // The account's page already redirects to the log-in.
    if (path !== shown.current && path !== '/login') endedElsewhere.set(undefined);
    shown.current = path;
  }, [path]);
  if (from === undefined) return null;
  return (
    <p role="alert" data-testid={testIds.sessionEnded}>
      You were logged out.{' '}
      <Link href="/login" state={{ from }}>
        Log in
      </Link>
    </p>
  );
}
