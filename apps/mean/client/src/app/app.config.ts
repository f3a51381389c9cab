import { APP_BASE_HREF } from '@angular/common';
import {
  type ApplicationConfig,
  DOCUMENT,
  ErrorHandler,
  inject,
  provideBrowserGlobalErrorListeners,
  provideEnvironmentInitializer,
  TransferState,
} from '@angular/core';
import { provideClientHydration, withEventReplay, withNoHttpTransferCache } from '@angular/platform-browser';
import {
  provideRouter,
  UrlSerializer,
  withComponentInputBinding,
  withNavigationErrorHandler,
  withRouterConfig,
} from '@angular/router';
import { routes } from './app.routes';
import { CanonicalUrls } from './canonical-urls';
import { lostPage } from './lost-page';
import { Mismatches } from './mismatches';

/** Removes what a running app doesn't need. */
function tidy(): void {
  const document = inject(DOCUMENT);
  // The base element would break the filters' links, such as #/active. All files are loaded by now.
  document.querySelector('base')?.remove();
  inject(TransferState); // which has read its element by now
  // Nothing private stays in the page after a log-out.
  document.getElementById('ng-state')?.remove();
}

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    { provide: ErrorHandler, useClass: Mismatches },
    { provide: APP_BASE_HREF, useValue: '/' },
    provideEnvironmentInitializer(tidy),
    // Nothing here uses HttpClient.
    provideClientHydration(withEventReplay(), withNoHttpTransferCache()),
    provideRouter(
      routes,
      withComponentInputBinding(),
      withRouterConfig({ resolveNavigationPromiseOnError: true }),
      withNavigationErrorHandler(lostPage),
    ),
    { provide: UrlSerializer, useClass: CanonicalUrls },
  ],
};
