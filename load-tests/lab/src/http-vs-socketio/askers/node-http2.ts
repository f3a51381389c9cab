import { once } from 'node:events';
import { connect } from 'node:http2';
import type { Open } from '../asker.ts';

/** From Node: one session of node:http2, over TLS as in browsers. The server's certificate is its own. */
export const overHttp2: Open = async (url) => {
  const session = connect(url, { rejectUnauthorized: false });
  await once(session, 'connect');
  return {
    ask: (id) =>
      new Promise((resolve, reject) => {
        const stream = session.request({ ':path': `/messages/${id}` });
        let status = 0;
        let text = '';
        stream.setEncoding('utf8');
        stream.once('response', (headers) => {
          status = headers[':status'] ?? 0;
        });
        stream.on('data', (part: string) => {
          text += part;
        });
        stream.once('error', reject);
        stream.once('end', () => {
          if (status === 200) resolve(JSON.parse(text).id);
          else reject(new Error(`Feathers answered ${status}: ${text}`));
        });
      }),
    close: () => session.close(),
  };
};
