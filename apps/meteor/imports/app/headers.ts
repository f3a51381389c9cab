import helmet from 'helmet';
import { Meteor } from 'meteor/meteor';
import { WebApp, WebAppInternals } from 'meteor/webapp';

/**
 * The content security policy: the browser rejects scripts, styles and connections of other origins, and frames in
 * other origins' pages.
 * @param frameAncestors origins that may embed these pages in a frame
 */
export async function sendSecurityHeaders(frameAncestors: readonly string[]): Promise<void> {
  // Moves the page's configuration from an inline script to a file.
  await WebAppInternals.setInlineScriptsAllowed(false);
  // In development the page evaluates changed code.
  const developing = Meteor.isDevelopment;
  WebApp.rawHandlers.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...(developing ? ["'unsafe-eval'"] : [])],
          styleSrc: ["'self'", ...(developing ? ["'unsafe-inline'"] : [])],
          imgSrc: ["'self'", 'data:'],
          objectSrc: ["'none'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'self'", ...frameAncestors],
        },
      },
      // The policy above lists who may frame a page; this older header can't list origins.
      xFrameOptions: false,
      // Only the proxy in front knows whether there is TLS.
      strictTransportSecurity: false,
    }),
  );
}
