import { inject } from '@angular/core';
import { RedirectCommand, Router, type Routes } from '@angular/router';
import { newId } from './live/id';
import { Live } from './live/live';

/** Makes an empty list and goes to it. The list's address takes the place of this one: back doesn't make another. */
function toNewList(): RedirectCommand {
  const _id = newId();
  inject(Live).write('lists.insert', { _id, name: 'Untitled list' });
  return new RedirectCommand(inject(Router).parseUrl(`/lists/${_id}`), { replaceUrl: true });
}

export const routes: Routes = [
  { path: '', pathMatch: 'full', loadComponent: () => import('./home/home').then(({ Home }) => Home) },
  { path: 'lists/new', canActivate: [toNewList], children: [] },
  { path: 'lists/:listId', loadComponent: () => import('./list/list').then(({ ListPage }) => ListPage) },
  { path: 'rooms/:roomId', loadComponent: () => import('./room/room').then(({ RoomPage }) => RoomPage) },
  { path: '**', loadComponent: () => import('./missing/missing').then(({ Missing }) => Missing) },
];
