import { createRequire } from 'node:module';
import { ContractError, type ErrorCode } from '@meteor-vs-mean/contract';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Accounts } from './accounts/accounts.ts';
import { accountRoutes, identify } from './accounts/router.ts';
import { clientOf } from './client.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import { forClient } from './errors.ts';
import { securityHeaders } from './headers.ts';
import type { Hooks } from './hooks.ts';
import type { Feed } from './live/feed.ts';
import type { LiveServer } from './live/socket.ts';
import type { Views } from './live/views.ts';
import { Pages } from './pages.ts';
import type { Methods } from './policy.ts';
import { restOf } from './rest.ts';

export interface HttpContext {
  config: Config;
  database: Database;
  methods: Methods;
  accounts: Accounts;
  hooks: Hooks;
  /** Runs before the routes. */
  requests: RequestHandler;
  io: LiveServer;
  feed: Feed;
  views: Views;
  /** MongoDB's version, once known. */
  mongod(): string | undefined;
}

const require = createRequire(import.meta.url);
const versionOf = (name: string): string => require(`${name}/package.json`).version;
const versions = {
  node: process.versions.node,
  express: versionOf('express'),
  'socket.io': versionOf('socket.io'),
  mongodb: versionOf('mongodb'),
};

const statusOf: Record<ErrorCode, number> = {
  'validation-error': 400,
  'not-found': 404,
  'not-owner': 403,
  'not-authorized': 403,
  'duplicate-id': 409,
  'name-taken': 409,
  'limit-reached': 409,
  'too-many-requests': 429,
  'internal-error': 500,
  '403': 403,
  '404': 404,
};

/** Adds the routes. Attach the app to the server before Socket.io, so that each gets only its own requests. */
export function serveHttp(app: Express, context: HttpContext): void {
  const { config, database, accounts, hooks, requests, io, feed, views } = context;
  app.disable('x-powered-by');
  app.set('trust proxy', config.forwardedCount);
  app.use(securityHeaders(config.frameAncestors), requests);

  /** Whether the process is alive, and its version. */
  app.get('/health', (_request, response) => {
    response.json({
      status: 'ok',
      mode: config.mode,
      observe: config.mode,
      versions: { ...versions, mongod: context.mongod() },
      connections: io.engine.clientsCount,
      channels: views.size,
      resyncs: feed.resyncs,
      slowConsumers: hooks.cuts,
      uptime_s: Math.round(process.uptime()),
    });
  });

  /** Whether it is ready: MongoDB answers, and writes are observed. */
  app.get('/ready', async (_request, response) => {
    const ready = feed.isOpen && (await database.isAnswering());
    response.status(ready ? 200 : 503).json({ ready });
  });

  app.use('/api', express.json({ limit: '100kb' }), identify(database.users));
  app.use('/api', accountRoutes(accounts), restOf(context));
  app.use('/api', nothing);
  const { clientDir: folder, log } = config;
  app.use(clientOf(folder, new Pages({ folder, database, hooks, log })));
  app.use(nothing);

  const answerError: ErrorRequestHandler = (error, request, response, _next) => {
    const known = asContractError(error) ?? forClient(error, `${request.method} ${request.path}`, config.log);
    response
      .status(statusIn(error) ?? statusOf[known.code])
      // The file's own header may already be set.
      .set({ 'content-type': 'application/json', 'cache-control': 'no-store' })
      .json({ error: { code: known.code, message: known.message } });
  };
  app.use(answerError);
}

const nothing: RequestHandler = (request) => {
  throw new ContractError(
    '404',
    `There is nothing at ${request.method} ${request.originalUrl.split('?')[0]}`,
  );
};

/** Express's own errors: an invalid or too long body, an undecodable path, an unsatisfiable range. */
function asContractError(error: unknown): ContractError | undefined {
  // The parser's message quotes the body, which may contain a password.
  if (error instanceof SyntaxError && 'body' in error) {
    return new ContractError('validation-error', 'the body is not JSON');
  }
  return statusIn(error) === undefined
    ? undefined
    : new ContractError('validation-error', (error as Error).message);
}

/** @returns the status that Express set for an invalid request */
function statusIn(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 500 ? status : undefined;
}
