import { ContractError, limits, type PublicationName } from '@meteor-vs-mean/contract';
import { type Request, type Response, Router } from 'express';
import { sessionOf } from './accounts/router.ts';
import type { Caller } from './caller.ts';
import type { Database } from './database.ts';
import type { Hooks } from './hooks.ts';
import { Locks } from './live/locks.ts';
import { Json } from './live/parser.ts';
import type { Methods } from './policy.ts';
import { read } from './read.ts';

interface RestContext {
  database: Database;
  methods: Methods;
  hooks: Pick<Hooks, 'read'>;
}

/** The same methods and publications over HTTP. Dates are ISO strings. */
export function restOf({ database, methods, hooks }: RestContext): Router {
  const router = Router();
  /** By connection. */
  const order = new Locks();

  /** Sends documents, of which there may be many. */
  async function send(response: Response, documents: () => Promise<unknown>): Promise<void> {
    const written = async () => new Json(await documents());
    const { buffer } = await order.run([response.req.socket], () => hooks.read(response, written));
    response.type('json').send(buffer);
  }

  const readFor = (response: Response, name: PublicationName, params: Record<string, unknown>) =>
    read(database, name, params, callerOf(response).data.account);

  router
    .route('/lists')
    .get(async (_request, response) => {
      await send(response, () => readFor(response, 'lists.all', {}));
    })
    .post(async (request, response) => {
      response
        .status(201)
        .json({ _id: await methods.call('lists.insert', bodyOf(request), callerOf(response)) });
    });

  router.get('/lists/mine', async (_request, response) => {
    await send(response, () => readFor(response, 'lists.mine', {}));
  });

  router
    .route('/lists/:listId/members/:username')
    .put(async (request, response) => {
      const { listId, username } = request.params;
      await methods.call('lists.share', { _id: listId, username }, callerOf(response));
      response.status(204).end();
    })
    .delete(async (request, response) => {
      const { listId, username } = request.params;
      await methods.call('lists.unshare', { _id: listId, username }, callerOf(response));
      response.status(204).end();
    });

  router
    .route('/lists/:listId')
    .patch(async (request, response) => {
      await methods.call(
        'lists.rename',
        { ...bodyOf(request), _id: request.params.listId },
        callerOf(response),
      );
      response.status(204).end();
    })
    .delete(async (request, response) => {
      await methods.call('lists.remove', { _id: request.params.listId }, callerOf(response));
      response.status(204).end();
    });

  router
    .route('/lists/:listId/todos')
    .get(async (request, response) => {
      await send(response, () => readFor(response, 'todos.byList', { listId: request.params.listId }));
    })
    .post(async (request, response) => {
      const input = { ...bodyOf(request), listId: request.params.listId };
      response.status(201).json({ _id: await methods.call('todos.insert', input, callerOf(response)) });
    })
    .patch(async (request, response) => {
      const input = { ...bodyOf(request), listId: request.params.listId };
      response.json({ count: await methods.call('todos.setAllDone', input, callerOf(response)) });
    })
    .delete(async (request, response) => {
      if (request.query.done !== 'true') {
        throw new ContractError(
          'validation-error',
          'done: must be true, because only completed todos can be removed together',
        );
      }
      response.json({
        count: await methods.call('todos.removeDone', { listId: request.params.listId }, callerOf(response)),
      });
    });

  router
    .route('/todos/:todoId')
    .patch(async (request, response) => {
      const body = bodyOf(request);
      const method = 'text' in body ? 'todos.setText' : 'todos.setDone';
      await methods.call(method, { ...body, _id: request.params.todoId }, callerOf(response));
      response.status(204).end();
    })
    .delete(async (request, response) => {
      await methods.call('todos.remove', { _id: request.params.todoId }, callerOf(response));
      response.status(204).end();
    });

  router
    .route('/rooms')
    .get(async (_request, response) => {
      await send(response, () => readFor(response, 'rooms.all', {}));
    })
    .post(async (request, response) => {
      response
        .status(201)
        .json({ _id: await methods.call('rooms.insert', bodyOf(request), callerOf(response)) });
    });

  router.delete('/rooms/:roomId', async (request, response) => {
    await methods.call('rooms.remove', { _id: request.params.roomId }, callerOf(response));
    response.status(204).end();
  });

  router
    .route('/rooms/:roomId/messages')
    .get(async (request, response) => {
      const { roomId } = request.params;
      const limit = request.query.limit === undefined ? limits.window : Number(request.query.limit);
      const { before } = request.query;
      await send(response, () =>
        before === undefined
          ? readFor(response, 'messages.byRoom', { roomId, limit })
          : methods.call('messages.before', { roomId, limit, ...cursorOf(before) }, callerOf(response)),
      );
    })
    .post(async (request, response) => {
      const input = { ...bodyOf(request), roomId: request.params.roomId };
      response.status(201).json({ _id: await methods.call('messages.send', input, callerOf(response)) });
    });

  return router;
}

/** Over HTTP a connection is a request, which owns nothing. */
function callerOf(response: Response): Caller {
  const account = sessionOf(response)?.account;
  const requester = { address: response.req.ip ?? '' };
  return { connected: false, data: account ? { account, requester } : { requester } };
}

function bodyOf({ body }: Request): Record<string, unknown> {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body;
  throw new ContractError(
    'validation-error',
    'the body must be a JSON object with the type application/json',
  );
}

/** `before` is the position of the message after a page: its `createdAt`, a comma, its `_id`. */
function cursorOf(before: unknown): { createdAt: Date; _id: string } {
  const [createdAt = '', _id = ''] = String(before).split(',');
  return { createdAt: new Date(createdAt), _id };
}
