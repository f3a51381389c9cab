import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** The placeholder in the built page for each response's nonce. */
const inTag = /(?<before><[a-z-]+ [^<>]*nonce=")nonce-of-the-response(?=")/gi;

/**
 * The content security policy: the browser rejects scripts, styles and connections of other origins, and frames in
 * other origins' pages.
 * @param frameAncestors origins that may embed these pages in a frame
 */
export function securityHeaders(frameAncestors: readonly string[]): RequestHandler[] {
  return [
    (_request, response, next) => {
      response.locals.nonce = randomBytes(16).toString('base64');
      next();
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          // The page's own inline scripts and styles have this response's nonce.
          scriptSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response as Response)}'`],
          styleSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response as Response)}'`],
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
  ];
}

/** Puts a response's nonce into the tags of a built page; user text can't contain the placeholder's quotes. */
export function withNonce(page: string, response: Response): string {
  return page.replaceAll(inTag, `$<before>${nonceOf(response)}`);
}

export function nonceOf({ locals }: Response): string {
  return locals.nonce;
}
