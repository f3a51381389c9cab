import { Agent, get } from 'node:http';
import type { Open } from '../asker.ts';

/** From Node: node:http with an agent that keeps its connections, as many as are asked at once, 100 at most. */
export const overHttp: Open = async (url) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  return {
    ask: (id) =>
      new Promise((resolve, reject) => {
        get(`${url}/messages/${id}`, { agent }, (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
          });
          response.once('error', reject);
          response.once('end', () => {
            if (response.statusCode === 200) resolve(JSON.parse(text).id);
            else reject(new Error(`Feathers answered ${response.statusCode}: ${text}`));
          });
        }).once('error', reject);
      }),
    close: () => agent.destroy(),
  };
};
