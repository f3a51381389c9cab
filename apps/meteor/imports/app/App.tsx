import { useEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { AccountPage } from '../accounts/AccountPage';
import { LogInPage } from '../accounts/LogInPage';
import { SessionEnded } from '../accounts/SessionEnded';
import { SignUpPage } from '../accounts/SignUpPage';
import { ListPage } from '../lists/ListPage';
import { NewListPage, NewPrivateListPage } from '../lists/NewListPage';
import { RoomPage } from '../rooms/RoomPage';
import { Bar } from './Bar';
import { HomePage } from './home/HomePage';
import { Missing } from './Missing';
import { Notice } from './Notice';

export function App() {
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(main);
  useTopOnArrival();
  return (
    <>
      <Bar main={main} />
      <SessionEnded />
      <Notice />
      <main id="main" tabIndex={-1} ref={main}>
        <Switch>
          <Route path="/" component={HomePage} />
          <Route path="/login" component={LogInPage} />
          <Route path="/signup" component={SignUpPage} />
          <Route path="/account" component={AccountPage} />
          <Route path="/lists/new" component={NewListPage} />
          <Route path="/lists/new/private" component={NewPrivateListPage} />
          <Route path="/lists/:id">{({ id }) => <ListPage key={id} listId={id} />}</Route>
          <Route path="/rooms/:id">{({ id }) => <RoomPage key={id} roomId={id} />}</Route>
          <Route>
            <Missing what="page" />
          </Route>
        </Switch>
      </main>
    </>
  );
}

/** The followed link is gone with its page, so the focus moves to the new page, unless that has already taken it. */
function useFocusOnArrival(main: React.RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path, main]);
}

/** A link opens a page at its top; back and forward restore the browser's scroll position. */
function useTopOnArrival(): void {
  useEffect(() => {
    const toTop = () => scrollTo(0, 0);
    // Wouter's own event.
    addEventListener('pushState', toTop);
    return () => removeEventListener('pushState', toTop);
  }, []);
}
