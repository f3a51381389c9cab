import { expect } from 'vitest';
import { ask } from '../accounts/http-request.ts';
import { feature } from '../feature.ts';

/** The directives of a policy by name. */
function policyOf(header: unknown): Map<string, string[]> {
  const directives = String(header ?? '').split(';');
  return new Map(
    directives.map((each) => {
      const [name = '', ...values] = each.trim().split(/\s+/);
      return [name, values];
    }),
  );
}

/** The attributes of inline scripts that a browser would run. */
function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script\b([^>]*)>/gi)]
    .map(([, attributes = '']) => attributes)
    .filter((each) => !/\bsrc=/i.test(each) && !/\btype=["']?(application|text)\/(ld\+)?json/i.test(each));
}

export const headers = feature('headers of a page', (add) => {
  add('allow only scripts of its own server, and its own inline scripts', async (subject) => {
    const nonces: (string | undefined)[] = [];
    for (const path of ['/', '/', '/no/such/page']) {
      const { headers, text } = await ask(`${subject.app.url}${path}`, { headers: { Accept: 'text/html' } });
      const policy = policyOf(headers['content-security-policy']);
      const scripts = policy.get('script-src') ?? policy.get('default-src') ?? [];
      expect(scripts).toContain("'self'");
      for (const loose of ["'unsafe-inline'", "'unsafe-eval'", '*', 'http:', 'https:', 'data:']) {
        expect(scripts).not.toContain(loose);
      }
      expect(policy.get('object-src')).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toBeDefined();
      const nonce = scripts.find((each) => each.startsWith("'nonce-"))?.slice("'nonce-".length, -1);
      nonces.push(nonce);
      for (const attributes of inlineScripts(text)) expect(attributes).toContain(`nonce="${nonce}"`);
      // An inline event handler has no nonce, and wouldn't run.
      expect(text.match(/<[a-z][^>]*\son[a-z]+=/gi)).toBeNull();
    }
    const named = nonces.filter((nonce) => nonce !== undefined);
    expect(new Set(named).size).toBe(named.length);
  });

  add('forbid content sniffing, and hide its path from other sites', async (subject) => {
    const { headers } = await ask(`${subject.app.url}/`, { headers: { Accept: 'text/html' } });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toMatch(
      /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/,
    );
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  add('allow only pages of listed origins to show it in a frame', async (subject) => {
    const framesOf = async (url: string) => {
      const { headers } = await ask(`${url}/`, { headers: { Accept: 'text/html' } });
      return policyOf(headers['content-security-policy']).get('frame-ancestors');
    };
    expect(await framesOf(subject.app.url)).toEqual(["'self'"]);
    const pages = ['http://127.0.0.1:4999', 'http://localhost:4999'];
    const { url } = await subject.another({ FRAME_ANCESTORS: pages.join(',') });
    expect(await framesOf(url)).toEqual(["'self'", ...pages]);
  });
});
