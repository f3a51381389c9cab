import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { closeServer, host, listen } from '../process/index.ts';
import { type Crossing, Crossings } from './crossings.ts';
import { watchDatabase } from './database.ts';
import { Events } from './events.ts';
import { type Observer, observe, type WatchedApp } from './observer.ts';
import { Places } from './places.ts';
import { writeThrough } from './writer.ts';

interface SideBySideOptions {
  /** 0: any free one. */
  port: number;
  apps: readonly WatchedApp[];
  /** Apps that aren't here, and what the page says of it. */
  missing: readonly { title: string; reason: string; remedy: string }[];
  /** With the name of the apps' database in its path. */
  mongoUrl: string;
}

interface SideBySide {
  url: string;
  stop(): Promise<void>;
}

/** How many of the newest changes a page gets that is opened later. */
const kept = 5;

const files: Record<string, { name: string; type: string }> = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/page.css': { name: 'page.css', type: 'text/css; charset=utf-8' },
  '/page.js': { name: 'page.js', type: 'text/javascript; charset=utf-8' },
};

/**
 * Serves the page, and subscribes to every app to time what it shows.
 *
 * @throws if an app or MongoDB can't be reached, or the port is taken
 */
export async function startSideBySide(options: SideBySideOptions): Promise<SideBySide> {
  await using cleanUp = new AsyncDisposableStack();
  const server = createServer();
  const events = new Events();
  cleanUp.defer(() => events.stop());
  const watch = await watchApps(options, events, cleanUp);
  server.on('request', (request, response) => {
    answer(request, response, { ...watch, options, events }).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(error.message);
    });
  });
  const port = await listen(server, options.port);
  cleanUp.defer(() => closeServer(server));
  const running = cleanUp.move();
  return { url: `http://${host}:${port}`, stop: () => running.disposeAsync() };
}

interface Watch {
  observers: readonly Observer[];
  places: Places;
  crossings: Crossings;
  /** Oldest first. */
  history: readonly Crossing[];
}

async function watchApps(
  { apps, mongoUrl }: SideBySideOptions,
  events: Events,
  cleanUp: AsyncDisposableStack,
): Promise<Watch> {
  let places: Places | undefined;
  let crossings: Crossings | undefined;
  const database = await watchDatabase(mongoUrl, (sighting, stored_ms) => {
    if (stored_ms !== undefined && database.isLocal) crossings?.stored(sighting, stored_ms);
    // An app that restarts refuses; it is followed again when its connection is back.
    places?.note(sighting).catch(() => {});
  });
  cleanUp.defer(() => database.stop());
  const history: Crossing[] = [];
  crossings = new Crossings(
    apps.map(({ name }) => name),
    database.isLocal,
    (crossing) => {
      if (history.push(crossing) > kept) history.shift();
      events.send('crossing', crossing);
    },
  );
  cleanUp.defer(() => crossings.stop());
  const observers: Observer[] = [];
  for (const app of apps) {
    const observer = await observe(app, (sighting, at_ns) => crossings.seen(app.name, sighting, at_ns));
    cleanUp.defer(() => observer.stop());
    observers.push(observer);
  }
  places = await Places.open(observers, database, (all) => events.send('places', all));
  return { observers, places, crossings, history };
}

type Context = Watch & { options: SideBySideOptions; events: Events };

async function answer(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`);
  if (request.method === 'POST' && pathname === '/write') {
    await write(request, response, searchParams, context);
    return;
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && pathname === '/events') {
    const { events, options, history, places } = context;
    events.add(response);
    events.send('setup', { apps: options.apps, missing: options.missing }, response);
    events.send('places', places.all, response);
    for (const crossing of history) events.send('crossing', crossing, response);
    return;
  }
  const file = isRead ? files[pathname] : undefined;
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is no such page.');
    return;
  }
  const path = fileURLToPath(new URL(`./page/${file.name}`, import.meta.url));
  const contents = await readFile(path);
  response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-cache' }).end(contents);
}

async function write(
  { headers }: IncomingMessage,
  response: ServerResponse,
  search: URLSearchParams,
  { observers, places, crossings }: Context,
): Promise<void> {
  const observer = observers.find(({ app }) => app.name === search.get('through'));
  // Some other page in this browser has no business to write here.
  if (!observer || (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)) {
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('No such app.');
    return;
  }
  const path = await writeThrough(observer, places, crossings, search.get('list') ?? undefined);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path }));
}
