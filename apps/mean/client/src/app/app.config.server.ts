import { type ApplicationConfig, CSP_NONCE, mergeApplicationConfig } from '@angular/core';
import { provideServerRendering, withRoutes } from '@angular/ssr';
import { Session } from './accounts/session';
import { appConfig } from './app.config';
import { serverRoutes } from './app.routes.server';
import { Live } from './live/live';
import { RenderedLive } from './rendering/rendered-live';
import { RenderedSession } from './rendering/rendered-session';
import { injectRendering } from './rendering/rendering';

export const serverConfig: ApplicationConfig = mergeApplicationConfig(appConfig, {
  providers: [
    provideServerRendering(withRoutes(serverRoutes)),
    { provide: CSP_NONCE, useFactory: () => injectRendering().nonce },
    { provide: Live, useClass: RenderedLive },
    { provide: Session, useClass: RenderedSession },
  ],
});
