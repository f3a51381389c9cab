import helmet from 'helmet';
import { Meteor } from 'meteor/meteor';
import { WebApp, WebAppInternals } from 'meteor/webapp';

/**
 * Tells browsers what to refuse on behalf of this server's pages: scripts, styles and connections of other places, and
 * frames in others' pages.
 * @param frameAncestors origins whose pages may show these in a frame
 */
export async function sendSecurityHeaders(frameAncestors: readonly string[]): Promise<void> {
  // Then the page's configuration is a script of its own, and there is none in the page.
  await WebAppInternals.setInlineScriptsAllowed(false);
  // What changes while it is developed is evaluated in the page.
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
      // The policy above says who may frame a page; this older header can't name anybody.
      xFrameOptions: false,
      // Whether there is TLS at all is for the proxy in front to know.
      strictTransportSecurity: false,
    }),
  );
}
