import type { Connect } from './line.ts';

/** Options: `path`; `method` GET or POST; `signed`: shows the token with each request. */
export const overFetch: Connect = async ({ url, token, options }, fail) => {
  const shown: Record<string, string> = options.signed ? { authorization: `Bearer ${token}` } : {};
  const asJson = { ...shown, 'content-type': 'application/json' };
  const countOf = async (response: Response) => {
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return ((await response.json()) as { count: number }).count;
  };
  const post = (path: string, count: number) =>
    fetch(`${url}${path}`, { method: 'POST', headers: asJson, body: JSON.stringify({ count }) });
  return {
    transport: `fetch ${options.method}`,
    ask(count, answered) {
      const asked =
        options.method === 'POST'
          ? post(`${options.path}`, count)
          : fetch(`${url}${options.path}?count=${count}`, { headers: shown });
      asked.then(countOf).then(answered).catch(fail);
    },
    pull(total, arrived) {
      let left = total;
      const next = () => {
        left -= 1;
        fetch(`${url}/next`)
          .then(countOf)
          .then((count) => {
            arrived(count);
            if (left > 0) next();
          })
          .catch(fail);
      };
      next();
    },
    put(total, taken) {
      let left = total;
      let most = 0;
      for (let count = 0; count < total; count++) {
        post('/take', count)
          .then(countOf)
          .then((seen) => {
            left -= 1;
            most = Math.max(most, seen);
            if (left === 0) taken(most);
          })
          .catch(fail);
      }
    },
    close() {},
  };
};
