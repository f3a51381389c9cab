import { inject } from '@angular/core';
import { type CanActivateFn, RedirectCommand, Router, type Routes } from '@angular/router';
import { Session } from './accounts/session';
import { newId } from './live/id';

/** Opens the page of a new list, replacing this entry of the history. */
function toNewList(): RedirectCommand {
  return newList(inject(Router), 'public');
}

/** Opens the page of a new private list. */
const toNewPrivateList: CanActivateFn = async (_route, { url }) => {
  const router = inject(Router);
  const account = await whoIs(inject(Session));
  return account ? newList(router, 'private') : toLogIn(router, url);
};

/** The list's page creates it: `ListToMake`. */
function newList(router: Router, kind: 'public' | 'private'): RedirectCommand {
  return new RedirectCommand(router.parseUrl(`/lists/${newId()}`), {
    replaceUrl: true,
    state: { newList: kind },
  });
}

const accountsOnly: CanActivateFn = async (_route, { url }) => {
  const router = inject(Router);
  return (await whoIs(inject(Session))) ? true : toLogIn(router, url);
};

const guestsOnly: CanActivateFn = async () => {
  const router = inject(Router);
  return (await whoIs(inject(Session))) ? router.parseUrl('/') : true;
};

/** Redirects to the log-in page, which then returns here. */
function toLogIn(router: Router, from: string): RedirectCommand {
  return new RedirectCommand(router.parseUrl('/login'), { state: { from } });
}

/** If the server isn't reachable, the page asks again. */
const whoIs = (session: Session) => session.known().catch(() => null);

export const routes: Routes = [
  { path: '', pathMatch: 'full', loadComponent: () => import('./home/home').then(({ Home }) => Home) },
  { path: 'lists/new', canActivate: [toNewList], children: [] },
  { path: 'lists/new/private', canActivate: [toNewPrivateList], children: [] },
  { path: 'lists/:listId', loadComponent: () => import('./lists/list').then(({ ListPage }) => ListPage) },
  { path: 'rooms/:roomId', loadComponent: () => import('./rooms/room').then(({ RoomPage }) => RoomPage) },
  {
    path: 'login',
    canActivate: [guestsOnly],
    loadComponent: () => import('./accounts/log-in').then(({ LogIn }) => LogIn),
  },
  {
    path: 'signup',
    canActivate: [guestsOnly],
    loadComponent: () => import('./accounts/sign-up').then(({ SignUp }) => SignUp),
  },
  {
    path: 'account',
    canActivate: [accountsOnly],
    loadComponent: () => import('./accounts/account').then(({ AccountPage }) => AccountPage),
  },
  { path: '**', loadComponent: () => import('./missing/missing').then(({ Missing }) => Missing) },
];
