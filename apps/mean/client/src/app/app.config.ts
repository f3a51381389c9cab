import { APP_BASE_HREF } from '@angular/common';
import {
  type ApplicationConfig,
  DOCUMENT,
  inject,
  provideBrowserGlobalErrorListeners,
  provideEnvironmentInitializer,
} from '@angular/core';
import { provideClientHydration, withEventReplay, withNoHttpTransferCache } from '@angular/platform-browser';
import { provideRouter, UrlSerializer, withComponentInputBinding } from '@angular/router';
import { routes } from './app.routes';
import { CanonicalUrls } from './canonical-urls';

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    { provide: APP_BASE_HREF, useValue: '/' },
    // It would turn the links of the filters, such as #/active, away from the page. By now all files are known.
    provideEnvironmentInitializer(() => inject(DOCUMENT).querySelector('base')?.remove()),
    // It asks for nothing by HttpClient.
    provideClientHydration(withEventReplay(), withNoHttpTransferCache()),
    provideRouter(routes, withComponentInputBinding()),
    { provide: UrlSerializer, useClass: CanonicalUrls },
  ],
};
