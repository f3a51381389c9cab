/** The cookies of one virtual user, by host. As in browsers, the port makes no difference. */
export class Cookies {
  readonly #byHost = new Map<string, Map<string, string>>();

  /** @param set each `Set-Cookie` in a response from that address */
  take(url: string, set: readonly string[]): void {
    const { hostname } = new URL(url);
    const jar = this.#byHost.get(hostname) ?? new Map<string, string>();
    this.#byHost.set(hostname, jar);
    for (const one of set) {
      const [, name = '', value = ''] = /^\s*([^=;]+)=([^;]*)/.exec(one) ?? [];
      if (value.trim() === '' || isExpired(one)) jar.delete(name.trim());
      else jar.set(name.trim(), value.trim());
    }
  }

  /** @returns the headers of a request to that address; their cookies replace those of the same name in the jar */
  into(headers: Readonly<Record<string, string>> | undefined, url: string): Record<string, string> {
    const jar = this.#byHost.get(new URL(url).hostname);
    if (jar === undefined || jar.size === 0) return { ...headers };
    const own = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'cookie');
    const names = new Set(own?.[1].split(';').map((cookie) => cookie.split('=')[0]?.trim()));
    const kept = [...jar].filter(([name]) => !names.has(name)).map(([name, value]) => `${name}=${value}`);
    return { ...headers, [own?.[0] ?? 'Cookie']: [...(own ? [own[1]] : []), ...kept].join('; ') };
  }
}

function isExpired(cookie: string): boolean {
  const maxAge = /;\s*max-age=(-?\d+)/i.exec(cookie)?.[1];
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const expires = /;\s*expires=([^;]+)/i.exec(cookie)?.[1];
  return expires !== undefined && Date.parse(expires) <= Date.now();
}
