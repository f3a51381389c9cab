import { useEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { AccountPage } from './account/AccountPage';
import { LogInPage } from './account/LogInPage';
import { SessionEnded } from './account/SessionEnded';
import { SignUpPage } from './account/SignUpPage';
import { Bar } from './Bar';
import { HomePage } from './home/HomePage';
import { ListPage } from './list/ListPage';
import { NewListPage, NewPrivateListPage } from './list/NewListPage';
import { Missing } from './Missing';
import { Notice } from './Notice';
import { RoomPage } from './room/RoomPage';

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

/** The link that was followed is gone with its page: the focus goes to the new one, unless that took it already. */
function useFocusOnArrival(main: React.RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path, main]);
}

/** A page that a link leads to begins at its top; back and forward are the browser's. */
function useTopOnArrival(): void {
  useEffect(() => {
    const toTop = () => scrollTo(0, 0);
    // Wouter's own event.
    addEventListener('pushState', toTop);
    return () => removeEventListener('pushState', toTop);
  }, []);
}
