import { inject } from '@angular/core';
import { type CanActivateFn, RedirectCommand, Router, type Routes } from '@angular/router';
import { Session } from './account/session';
import { newId } from './live/id';
import { Live } from './live/live';

/** Makes an empty list and goes to it. The list's address takes the place of this one: back doesn't make another. */
function toNewList(): RedirectCommand {
  return newList(inject(Live), inject(Router), { name: 'Untitled list' });
}

/** The same for a private list. */
const toNewPrivateList: CanActivateFn = async (_route, { url }) => {
  const live = inject(Live);
  const router = inject(Router);
  const account = await whoIs(inject(Session));
  return account ? newList(live, router, { name: 'Untitled list', private: true }) : toLogIn(router, url);
};

function newList(live: Live, router: Router, list: { name: string; private?: boolean }): RedirectCommand {
  const _id = newId();
  live.write('lists.insert', { _id, ...list });
  return new RedirectCommand(router.parseUrl(`/lists/${_id}`), { replaceUrl: true });
}

const accountsOnly: CanActivateFn = async (_route, { url }) => {
  const router = inject(Router);
  return (await whoIs(inject(Session))) ? true : toLogIn(router, url);
};

const guestsOnly: CanActivateFn = async () => {
  const router = inject(Router);
  return (await whoIs(inject(Session))) ? router.parseUrl('/') : true;
};

/** To the page with which a session begins, and from there back to where it was needed. */
function toLogIn(router: Router, from: string): RedirectCommand {
  return new RedirectCommand(router.parseUrl('/login'), { state: { from } });
}

/** A server that can't be asked is asked again by the page. */
const whoIs = (session: Session) => session.known().catch(() => null);

export const routes: Routes = [
  { path: '', pathMatch: 'full', loadComponent: () => import('./home/home').then(({ Home }) => Home) },
  { path: 'lists/new', canActivate: [toNewList], children: [] },
  { path: 'lists/new/private', canActivate: [toNewPrivateList], children: [] },
  { path: 'lists/:listId', loadComponent: () => import('./list/list').then(({ ListPage }) => ListPage) },
  { path: 'rooms/:roomId', loadComponent: () => import('./room/room').then(({ RoomPage }) => RoomPage) },
  {
    path: 'login',
    canActivate: [guestsOnly],
    loadComponent: () => import('./account/log-in').then(({ LogIn }) => LogIn),
  },
  {
    path: 'signup',
    canActivate: [guestsOnly],
    loadComponent: () => import('./account/sign-up').then(({ SignUp }) => SignUp),
  },
  {
    path: 'account',
    canActivate: [accountsOnly],
    loadComponent: () => import('./account/account').then(({ AccountPage }) => AccountPage),
  },
  { path: '**', loadComponent: () => import('./missing/missing').then(({ Missing }) => Missing) },
];
