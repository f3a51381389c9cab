import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { z } from 'zod';
import { mayAsk } from '/imports/app/rendering/visitor';

/**
 * The token of a page's session, once more: a browser that asks for a page sends cookies, but nothing of localStorage.
 * Only rendering reads it. It allows no write and no subscription, so that nobody else's page can use it for one.
 */
export const sessionCookie = 'meteor_session';

const body = z.strictObject({ token: z.string().max(64) });

/** Has pages set that cookie when they have logged in, and clear it when they have logged out. */
export function serveSessionCookie(): void {
  const secure = Meteor.absoluteUrl().startsWith('https:');
  const cookie = (value: string, age_s: number) =>
    `${sessionCookie}=${value}; Path=/; Max-Age=${age_s}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  const parsed = WebApp.express.json({ limit: '1kb' });
  WebApp.handlers.post('/session', refuseTooMany, parsed, async (request, response) => {
    const { success, data } = body.safeParse(request.body);
    if (!success || !(await findBySession(data.token))) return end(response, success ? 403 : 400);
    response.setHeader('Set-Cookie', cookie(data.token, limits.session_days * 86_400));
    end(response, 204);
  });
  WebApp.handlers.delete('/session', (_request, response) => {
    response.setHeader('Set-Cookie', cookie('', 0));
    end(response, 204);
  });
  // Express would log what it couldn't read, and that may hold a token.
  WebApp.handlers.use('/session', refuseUnreadable);
}

/**
 * Whom a page is rendered for.
 * @param cookie its value, as it came
 * @returns undefined for a guest
 */
export async function accountOf(cookie: unknown): Promise<{ userId: string; username: string } | undefined> {
  const { success, data } = body.safeParse({ token: cookie });
  const user = success ? await findBySession(data.token) : undefined;
  return user && { userId: user._id, username: user.username ?? '' };
}

/** The account whose session a token is of. @returns undefined if there is none, or it has ended */
async function findBySession(token: string): Promise<Meteor.User | undefined> {
  const hashedToken = createHash('sha256').update(token).digest('base64');
  const when = { $gt: new Date(Date.now() - limits.session_days * 86_400_000) };
  const session = { 'services.resume.loginTokens': { $elemMatch: { hashedToken, when } } };
  return Meteor.users.findOneAsync(session, { fields: { username: 1 } });
}

/** A session that ends asks nothing of the server, and its cookie has to go: only those that begin are counted. */
function refuseTooMany(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (mayAsk(request)) next();
  else end(response, 429);
}

function refuseUnreadable(
  _error: unknown,
  _request: IncomingMessage,
  response: ServerResponse,
  _next: () => void,
): void {
  end(response, 400);
}

function end(response: ServerResponse, status: number): void {
  response.setHeader('Cache-Control', 'no-store');
  response.statusCode = status;
  response.end();
}
