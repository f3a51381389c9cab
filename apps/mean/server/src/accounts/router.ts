import { ContractError, type User } from '@meteor-vs-mean/contract';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Collection } from 'mongodb';
import type { Accounts, LoggedIn } from './accounts.ts';
import { clearCookie, hashedTokenIn, setCookie } from './cookie.ts';
import { findSession, type Session } from './sessions.ts';

/** Finds a request's session, for `sessionOf`. A request without a valid session is a guest's. */
export function identify(users: Collection<User>): RequestHandler {
  return async (request, response, next) => {
    const hashedToken = hashedTokenIn(request.headers);
    if (hashedToken) {
      response.locals.session = await findSession(users, hashedToken);
      response.setHeader('cache-control', 'no-store'); // responses are for this account only
    }
    next();
  };
}

/** @returns undefined for a guest */
export function sessionOf({ locals }: Response): Session | undefined {
  return locals.session as Session | undefined;
}

/** Accounts over HTTP. The browser gets the session's token in a cookie, never in a body. */
export function accountRoutes(accounts: Accounts): Router {
  const router = Router();

  function answer(request: Request, response: Response, { account, token }: LoggedIn): void {
    setCookie(request, response, token);
    response.json(account);
  }

  router.post('/accounts', async (request, response) => {
    const loggedIn = await accounts.signUp(request.body, addressOf(request));
    answer(request, response.status(201), loggedIn);
  });

  router.post('/session', async (request, response) => {
    answer(request, response, await accounts.logIn(request.body, addressOf(request)));
  });

  router.delete('/session', async (request, response) => {
    await accounts.logOut(requireSession(response));
    clearCookie(request, response);
    response.status(204).end();
  });

  router.delete('/sessions', async (request, response) => {
    await accounts.logOutEverywhere(requireSession(response));
    clearCookie(request, response);
    response.status(204).end();
  });

  router
    .route('/account')
    .get((_request, response) => {
      response.setHeader('cache-control', 'no-store');
      response.json(sessionOf(response)?.account ?? null);
    })
    .delete(async (request, response) => {
      await accounts.remove(requireSession(response), request.body, addressOf(request));
      clearCookie(request, response);
      response.status(204).end();
    });

  router.put('/account/password', async (request, response) => {
    await accounts.changePassword(requireSession(response), request.body, addressOf(request));
    response.status(204).end();
  });

  return router;
}

/** @throws ContractError `not-authorized` */
function requireSession(response: Response): Session {
  const session = sessionOf(response);
  if (!session) throw new ContractError('not-authorized', 'Log in first');
  return session;
}

function addressOf({ ip = '' }: Request): string {
  return ip;
}
