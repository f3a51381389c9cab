import type { ServerResponse } from 'node:http';
import { MongoInternals } from 'meteor/mongo';
import { WebApp } from 'meteor/webapp';

/** Meteor's types are for another version of the driver. */
const withTimeout: object = { timeoutMS: 1000 };

let answering: Promise<boolean> | undefined;

/** `/health`: whether the process is alive. `/ready`: whether MongoDB answers as well. */
export function serveReadiness(): void {
  WebApp.rawHandlers.get('/health', (_request, response) => {
    answer(response, 200, { status: 'ok', uptime_s: Math.round(process.uptime()) });
  });
  WebApp.rawHandlers.get('/ready', async (_request, response) => {
    const ready = await isAnswering();
    answer(response, ready ? 200 : 503, { ready });
  });
}

/** Concurrent callers share one ping. */
function isAnswering(): Promise<boolean> {
  const { db } = MongoInternals.defaultRemoteCollectionDriver().mongo;
  answering ??= db
    .command({ ping: 1 }, withTimeout)
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      answering = undefined;
    });
  return answering;
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
