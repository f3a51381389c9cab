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

/** What an app that runs needs no more, and what would be in its way. */
function tidy(): void {
  const document = inject(DOCUMENT);
  // It would turn the links of the filters, such as #/active, away from the page. By now all files are known.
  document.querySelector('base')?.remove();
  inject(TransferState); // which has read it by now
  // Who logs out leaves nothing behind.
  document.getElementById('ng-state')?.remove();
}

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    { provide: ErrorHandler, useClass: Mismatches },
    { provide: APP_BASE_HREF, useValue: '/' },
    provideEnvironmentInitializer(tidy),
    // It asks for nothing by HttpClient.
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
