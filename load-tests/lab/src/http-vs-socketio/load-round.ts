import type { Sample } from '../experiment.ts';
import { ownCpu_ms } from '../program.ts';
import type { LabTestbed } from '../testbed.ts';
import { reach, startClient, startServer } from './end.ts';
import type { LoadPlayed } from './load.ts';
import type { ServerCounts } from './server.ts';
import type { Way } from './way.ts';

interface LoadSpan {
  connections: number;
  /** Requests a connection. */
  each: number;
  /** Between client and server, in ms; 0: loopback. */
  roundTrip_ms: number;
  /** How often it is played: what is over in a blink is played several times. */
  times: number;
  /** Requests a connection beforehand, that aren't counted. */
  warmUp: number;
}

/**
 * Many connections from one process, their opening in the time. The server was warmed up in the same manner.
 *
 * Figures: `load_per_s`; `tool_per_s` what the tool's own clock makes of it; `server_us` and `client_us` CPU a request;
 * `server_cores` and `client_cores` how many cores each end had at work: a client at 1 may be what holds it up;
 * `load_trips` how many round trips it took, where there is one.
 */
export async function playLoad(way: Way, span: LoadSpan, testbed: LabTestbed): Promise<Sample> {
  const { connections, each, roundTrip_ms, times, warmUp } = span;
  const server = await startServer(way, testbed);
  const { url } = await reach(way, server, testbed, roundTrip_ms);
  const client = await startClient(way, testbed, url);
  const load = (count: number) => client.ask<LoadPlayed>({ do: 'load', connections, each: count });
  const warm = await load(warmUp);
  const counts = () => server.ask<ServerCounts>({ do: 'counts' });
  const sum = { asked: 0, right: 0, took_ms: 0, server_ms: 0, client_ms: 0 };
  let tool_ms: number | null = 0;
  const before = await counts();
  for (let time = 0; time < times; time++) {
    const [server_ms, client_ms] = [await ownCpu_ms(server), await ownCpu_ms(client)];
    const played = await load(each);
    sum.server_ms += (await ownCpu_ms(server)) - server_ms;
    sum.client_ms += (await ownCpu_ms(client)) - client_ms;
    sum.asked += played.asked;
    sum.right += played.right;
    sum.took_ms += played.took_ms;
    tool_ms = played.tool_ms === null || tool_ms === null ? null : tool_ms + played.tool_ms;
  }
  const after = await counts();
  return {
    figures: {
      load_per_s: sum.asked / (sum.took_ms / 1000),
      ...(tool_ms === null ? {} : { tool_per_s: sum.asked / (tool_ms / 1000) }),
      load_server_us: (sum.server_ms * 1000) / sum.asked,
      load_client_us: (sum.client_ms * 1000) / sum.asked,
      load_server_cores: sum.server_ms / sum.took_ms,
      load_client_cores: sum.client_ms / sum.took_ms,
      ...(roundTrip_ms === 0 ? {} : { load_trips: sum.took_ms / times / roundTrip_ms }),
    },
    accounts: [
      { what: 'answers with the id that was asked for', owed: sum.asked, seen: sum.right },
      { what: 'answers while warming up', owed: warm.asked, seen: warm.right },
      { what: 'requests at the service', owed: sum.asked, seen: after.gets - before.gets },
      { what: 'connections', owed: connections * times, seen: after.connections - before.connections },
    ],
  };
}
