import { Meteor } from 'meteor/meteor';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useHydrated } from '/imports/app/rendering/page';
import { useAccount } from './use-account';

/** The history state of a link to the log-in: the page to return to. */
export interface Origin {
  from: string;
}

/**
 * Returns to the previous page after a log-in. The log-in page is replaced in the browser's history, so that Back
 * doesn't lead to it.
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

/** Redirects guests to the log-in page, which then returns here. @returns whether the user is logged in */
export function useAccountOnly(from: string): boolean {
  const [, navigate] = useLocation();
  const isLoggedIn = useAccount() !== undefined;
  const [wasLoggedIn] = useState(isLoggedIn);
  const isHydrated = useHydrated();
  useEffect(() => {
    // A user whose session ended on this page doesn't return to it.
    if (isHydrated && !isLoggedIn)
      navigate('/login', { replace: true, state: wasLoggedIn ? null : { from } });
  }, [isHydrated, isLoggedIn, wasLoggedIn, from, navigate]);
  return isLoggedIn;
}
