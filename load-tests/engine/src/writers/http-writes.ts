import { codeIn, PubSubError } from '@meteor-vs-mean/pubsub-client';
import type { HttpWay } from '../http/client.ts';
import { HttpClient } from '../http/client.ts';
import { compileMessage } from './message.ts';
import type { WriteTarget } from './write-target.ts';

export interface HttpWrites {
  /** A path of the app, or an address. */
  post: string;
}

/** What one writer sends, with marks for each write. */
export interface HttpTemplate {
  json: unknown;
  /** With the cookies from its steps. */
  headers: Record<string, string>;
  url: string;
  way: HttpWay;
}

/** Writers that post to the app. Each is a separate client. */
export async function writeByHttp(
  { post }: HttpWrites,
  templates: readonly HttpTemplate[],
): Promise<WriteTarget> {
  const writers = templates.map(({ json, headers, url, way }) => ({
    client: new HttpClient(way),
    url: new URL(post, url),
    headers: { 'Content-Type': 'application/json', ...headers },
    fill: compileMessage(json),
  }));
  return {
    usable: () => true,
    answers: () => [],
    lost: () => undefined,
    async send(write) {
      const { client, url, headers, fill } = writers[write.writer] as (typeof writers)[number];
      const body = JSON.stringify(fill(write));
      const { status, text } = await client.send({ method: 'POST', url, headers, body });
      if (status < 400) return;
      const code = codeIn(text) ?? String(status);
      throw new PubSubError(code, `POST ${url.pathname} was answered with ${status} (${code})`, {
        isAnswer: true,
      });
    },
    close: async () => {
      for (const { client } of writers) client.close();
    },
  };
}
