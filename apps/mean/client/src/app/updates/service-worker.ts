import { createEnvironmentInjector, EnvironmentInjector, inject, isDevMode } from '@angular/core';
import { provideServiceWorker } from '@angular/service-worker';
import { Updates } from './updates';

const worker = '/ngsw-worker.js';

/**
 * In an injection context: registers Angular's service worker, and follows it. Its code comes after the first page's,
 * which is why the app isn't configured with it, and it is registered here.
 */
export function beginWithWorker(): void {
  const enabled = !isDevMode() && isSecureContext && 'serviceWorker' in navigator;
  const providers = [provideServiceWorker(worker, { enabled }), Updates];
  createEnvironmentInjector(providers, inject(EnvironmentInjector)).get(Updates).begin();
  if (!enabled) return;
  const { serviceWorker } = navigator;
  // So that it takes what it keeps at once, and not only when it is asked for something.
  serviceWorker.addEventListener('controllerchange', () => {
    serviceWorker.controller?.postMessage({ action: 'INITIALIZE' });
  });
  // A browser may forbid it: then there are no pages without a connection.
  void serviceWorker.register(worker, { scope: '/' }).catch(() => {});
}
