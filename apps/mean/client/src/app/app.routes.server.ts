import { RenderMode, type ServerRoute } from '@angular/ssr';

/** What the server renders. The other pages write when they are opened, or have nothing to show but fields to fill in. */
export const serverRoutes: ServerRoute[] = [
  { path: 'lists/new', renderMode: RenderMode.Client },
  { path: 'lists/new/private', renderMode: RenderMode.Client },
  { path: 'login', renderMode: RenderMode.Client },
  { path: 'signup', renderMode: RenderMode.Client },
  { path: 'account', renderMode: RenderMode.Client },
  { path: '**', renderMode: RenderMode.Server },
];
