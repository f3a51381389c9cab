import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** Stands in the built page for the nonce of the response that it is sent with. */
const inTag = /(?<before><[a-z-]+ [^<>]*nonce=")nonce-of-the-response(?=")/gi;

/**
 * What a browser is told to refuse on behalf of this server's pages: scripts, styles and connections of other places, and
 * frames in others' pages.
 * @param frameAncestors origins whose pages may show these in a frame
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
      // The policy above says who may frame a page; this older header can't name anybody.
      xFrameOptions: false,
      // Whether there is TLS at all is for the proxy in front to know.
      strictTransportSecurity: false,
    }),
  ];
}

/** Puts the nonce of a response into a built page: into its tags, never into what people wrote, which has no such quotes. */
export function withNonce(page: string, response: Response): string {
  return page.replaceAll(inTag, `$<before>${nonceOf(response)}`);
}

export function nonceOf({ locals }: Response): string {
  return locals.nonce;
}
