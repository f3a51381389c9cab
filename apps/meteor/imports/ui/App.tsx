import { useEffect, useLayoutEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { AccountPage } from './account/AccountPage';
import { LogInPage } from './account/LogInPage';
import { SignUpPage } from './account/SignUpPage';
import { Bar } from './Bar';
import { HomePage } from './home/HomePage';
import { keepScroll, keptOf } from './kept-scroll';
import { ListPage } from './list/ListPage';
import { NewListPage, NewPrivateListPage } from './list/NewListPage';
import { Missing } from './Missing';
import { Notice } from './Notice';
import { RoomPage } from './room/RoomPage';

export function App() {
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(main);
  usePageScroll();
  return (
    <>
      <Bar main={main} />
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

/** A page that was left is found where it was, and a new one begins at its top. */
function usePageScroll(): void {
  const [path] = useLocation();
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current !== path && keptOf('page') === undefined) scrollTo(0, 0);
    shown.current = path;
    return keepScroll('page', document.documentElement);
  }, [path]);
}
