import { APP_BASE_HREF } from '@angular/common';
import { type ApplicationConfig, isDevMode, provideBrowserGlobalErrorListeners } from '@angular/core';
import {
  provideRouter,
  withComponentInputBinding,
  withNavigationErrorHandler,
  withPreloading,
  withRouterConfig,
} from '@angular/router';
import { provideServiceWorker } from '@angular/service-worker';
import { from } from 'rxjs';
import { PreloadWhenIdle } from './ahead/preload-when-idle';
import { routes } from './app.routes';
import { whenIdle } from './idle';
import { lostPage } from './updates/lost-page';

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    { provide: APP_BASE_HREF, useValue: '/' },
    provideRouter(
      routes,
      withComponentInputBinding(),
      withPreloading(PreloadWhenIdle),
      withRouterConfig({ resolveNavigationPromiseOnError: true }),
      withNavigationErrorHandler(lostPage),
    ),
    provideServiceWorker('/ngsw-worker.js', {
      enabled: !isDevMode() && globalThis.isSecureContext,
      scope: '/',
      registrationStrategy: () => from(whenIdle()),
    }),
  ],
};
