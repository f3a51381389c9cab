import { RenderMode, type ServerRoute } from '@angular/ssr';

/** The pages that the server renders. Others write when opened, or only have empty fields. */
export const serverRoutes: ServerRoute[] = [
  { path: 'lists/new', renderMode: RenderMode.Client },
  { path: 'lists/new/private', renderMode: RenderMode.Client },
  { path: 'login', renderMode: RenderMode.Client },
  { path: 'signup', renderMode: RenderMode.Client },
  { path: 'account', renderMode: RenderMode.Client },
  { path: '**', renderMode: RenderMode.Server },
];
