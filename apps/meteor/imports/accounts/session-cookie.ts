import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { z } from 'zod';
import { mayAsk } from '/imports/app/rendering/visitor';

/**
 * A cookie with the session's token, because a request for a page doesn't include localStorage. Only server rendering
 * reads it. It permits no write and no subscription, so no other site's page can misuse it.
 */
export const sessionCookie = 'meteor_session';

const body = z.strictObject({ token: z.string().max(64) });

/** Adds the endpoint by which pages set the cookie after a log-in and clear it after a log-out. */
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
  // Express would log an unreadable body, which may contain a token.
  WebApp.handlers.use('/session', refuseUnreadable);
}

/**
 * The account for which a page is rendered.
 * @param cookie the cookie's raw value
 * @returns undefined for a guest
 */
export async function accountOf(cookie: unknown): Promise<{ userId: string; username: string } | undefined> {
  const { success, data } = body.safeParse({ token: cookie });
  const user = success ? await findBySession(data.token) : undefined;
  return user && { userId: user._id, username: user.username ?? '' };
}

/** The account of a session's token. @returns undefined if there is none, or the session has ended */
async function findBySession(token: string): Promise<Meteor.User | undefined> {
  const hashedToken = createHash('sha256').update(token).digest('base64');
  const when = { $gt: new Date(Date.now() - limits.session_days * 86_400_000) };
  const session = { 'services.resume.loginTokens': { $elemMatch: { hashedToken, when } } };
  return Meteor.users.findOneAsync(session, { fields: { username: 1 } });
}

/** Only log-ins are counted: clearing the cookie costs nothing and must always work. */
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
