import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { logOut, showFailure } from './session';
import { useAccount } from './use-account';

interface Props {
  /** Gets the focus that the menu had. */
  main: RefObject<HTMLElement | null>;
}

/** In the bar: a guest's links to log in and sign up, or the account's menu. */
export function AccountMenu({ main }: Props) {
  const from = useLastPage();
  const account = useAccount();
  if (account) return account.username && <Menu username={account.username} main={main} />;
  return (
    <nav aria-label="Account" data-testid={testIds.account}>
      <Link href="/login" state={{ from }}>
        Log in
      </Link>{' '}
      <Link href="/signup" state={{ from }}>
        Sign up
      </Link>
    </nav>
  );
}

/** The page to return to after a log-in: the last one that isn't a log-in page. */
function useLastPage(): string {
  const [path] = useLocation();
  const last = useRef('/');
  if (path !== '/login' && path !== '/signup') last.current = path;
  return last.current;
}

function Menu({ username, main }: Props & { username: string }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  useEffect(() => {
    // Not by focus: in some browsers a clicked button doesn't get the focus.
    const onClick = ({ target }: MouseEvent) => {
      if (!menu.current?.contains(target as Node)) menu.current?.removeAttribute('open');
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !menu.current?.contains(relatedTarget)) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  const leave = async () => {
    close();
    try {
      await logOut();
      main.current?.focus();
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <details
      className="account"
      data-testid={testIds.account}
      ref={menu}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <summary dir="auto">{username}</summary>
      <div className="menu">
        <Link href="/account" onClick={close}>
          Account
        </Link>
        <button type="button" data-testid={testIds.logOut} onClick={leave}>
          Log out
        </button>
      </div>
    </details>
  );
}
