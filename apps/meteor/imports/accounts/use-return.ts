import { Meteor } from 'meteor/meteor';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useHydrated } from '/imports/app/rendering/page';
import { useAccount } from './use-account';

/** What a link to the log-in leaves in the browser's history: where to go back to. */
export interface Origin {
  from: string;
}

/**
 * Leads back to where one came from, once somebody is logged in. The page for that leaves the browser's history: going
 * back doesn't lead to it.
 */
export function useReturn(): Origin {
  const [, navigate] = useLocation();
  const [from] = useState(() =>
    Meteor.isClient ? ((history.state as Partial<Origin> | null)?.from ?? '/') : '/',
  );
  const isLoggedIn = useAccount() !== undefined;
  const isHydrated = useHydrated();
  useEffect(() => {
    if (isHydrated && isLoggedIn) navigate(from, { replace: true });
  }, [isHydrated, isLoggedIn, from, navigate]);
  return { from };
}

/** Sends guests to the log-in, and has them come back from there. @returns whether somebody is logged in */
export function useAccountOnly(from: string): boolean {
  const [, navigate] = useLocation();
  const isLoggedIn = useAccount() !== undefined;
  const [wasLoggedIn] = useState(isLoggedIn);
  const isHydrated = useHydrated();
  useEffect(() => {
    // Whose session ends here has no business to come back for.
    if (isHydrated && !isLoggedIn)
      navigate('/login', { replace: true, state: wasLoggedIn ? null : { from } });
  }, [isHydrated, isLoggedIn, wasLoggedIn, from, navigate]);
  return isLoggedIn;
}
