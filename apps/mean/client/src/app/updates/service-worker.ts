import { createEnvironmentInjector, EnvironmentInjector, inject, isDevMode } from '@angular/core';
import { provideServiceWorker } from '@angular/service-worker';
import { Updates } from './updates';

const worker = '/ngsw-worker.js';

/**
 * In an injection context: registers Angular's service worker and follows it. Its code is loaded after the first
 * page's, so it is registered here and not in the app's configuration.
 */
export function beginWithWorker(): void {
  const enabled = !isDevMode() && isSecureContext && 'serviceWorker' in navigator;
  const providers = [provideServiceWorker(worker, { enabled }), Updates];
  createEnvironmentInjector(providers, inject(EnvironmentInjector)).get(Updates).begin();
  if (!enabled) return;
  const { serviceWorker } = navigator;
  // Makes the service worker fetch its files at once, not on the first request.
  serviceWorker.addEventListener('controllerchange', () => {
    serviceWorker.controller?.postMessage({ action: 'INITIALIZE' });
  });
  // The browser may block it: then there are no offline pages.
  void serviceWorker.register(worker, { scope: '/' }).catch(() => {});
}
