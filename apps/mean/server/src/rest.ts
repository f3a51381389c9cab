import { ContractError, limits, type PublicationName, queryOf } from '@meteor-vs-mean/contract';
import { type Request, Router } from 'express';
import type { Database } from './database.ts';
import type { Methods } from './methods.ts';

/** The same methods and publications over HTTP. Dates are ISO strings. */
export function restOf({ database: { db }, methods }: { database: Database; methods: Methods }): Router {
  const router = Router();

  /** What a subscriber would get as its snapshot. */
  function read(name: PublicationName, params: unknown) {
    const { collection, filter, sort, limit = 0 } = queryOf(name, params);
    return db.collection(collection).find(filter, { sort, limit }).toArray();
  }

  router
    .route('/lists')
    .get(async (_request, response) => {
      response.json(await read('lists.all', {}));
    })
    .post(async (request, response) => {
      response.status(201).json({ _id: await methods.call('lists.insert', bodyOf(request)) });
    });

  router
    .route('/lists/:listId')
    .patch(async (request, response) => {
      await methods.call('lists.rename', { ...bodyOf(request), _id: request.params.listId });
      response.status(204).end();
    })
    .delete(async (request, response) => {
      await methods.call('lists.remove', { _id: request.params.listId });
      response.status(204).end();
    });

  router
    .route('/lists/:listId/todos')
    .get(async (request, response) => {
      response.json(await read('todos.byList', { listId: request.params.listId }));
    })
    .post(async (request, response) => {
      const input = { ...bodyOf(request), listId: request.params.listId };
      response.status(201).json({ _id: await methods.call('todos.insert', input) });
    })
    .patch(async (request, response) => {
      const input = { ...bodyOf(request), listId: request.params.listId };
      response.json({ count: await methods.call('todos.setAllDone', input) });
    })
    .delete(async (request, response) => {
      if (request.query.done !== 'true') {
        throw new ContractError(
          'validation-error',
          'done: must be true, only what is done is removed together',
        );
      }
      response.json({ count: await methods.call('todos.removeDone', { listId: request.params.listId }) });
    });

  router
    .route('/todos/:todoId')
    .patch(async (request, response) => {
      const body = bodyOf(request);
      const method = 'text' in body ? 'todos.setText' : 'todos.setDone';
      await methods.call(method, { ...body, _id: request.params.todoId });
      response.status(204).end();
    })
    .delete(async (request, response) => {
      await methods.call('todos.remove', { _id: request.params.todoId });
      response.status(204).end();
    });

  router
    .route('/rooms')
    .get(async (_request, response) => {
      response.json(await read('rooms.all', {}));
    })
    .post(async (request, response) => {
      response.status(201).json({ _id: await methods.call('rooms.insert', bodyOf(request)) });
    });

  router
    .route('/rooms/:roomId/messages')
    .get(async (request, response) => {
      const { roomId } = request.params;
      const limit = request.query.limit === undefined ? limits.window : Number(request.query.limit);
      const { before } = request.query;
      response.json(
        before === undefined
          ? await read('messages.byRoom', { roomId, limit })
          : await methods.call('messages.before', { roomId, limit, ...cursorOf(before) }),
      );
    })
    .post(async (request, response) => {
      const input = { ...bodyOf(request), roomId: request.params.roomId };
      response.status(201).json({ _id: await methods.call('messages.send', input) });
    });

  return router;
}

function bodyOf({ body }: Request): Record<string, unknown> {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body;
  throw new ContractError('validation-error', 'the body must be a JSON object, of type application/json');
}

/** `before` names the message that a page ends before: its `createdAt`, a comma, its `_id`. */
function cursorOf(before: unknown): { createdAt: Date; _id: string } {
  const [createdAt = '', _id = ''] = String(before).split(',');
  return { createdAt: new Date(createdAt), _id };
}
