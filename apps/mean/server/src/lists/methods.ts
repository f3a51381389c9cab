import { ContractError, limits } from '@meteor-vs-mean/contract';
import type { Collections } from '../database.ts';
import type { Handlers, MethodContext } from '../handlers.ts';

export function listMethods({ collections, writes }: MethodContext): Handlers<'lists'> {
  return {
    async 'lists.insert'({ _id, name }) {
      const count = await collections.lists.countDocuments({}, { limit: limits.lists });
      if (count >= limits.lists) {
        throw new ContractError('limit-reached', `There may be ${limits.lists} lists`);
      }
      await writes.insert('lists', { _id, name, createdAt: new Date() });
      return _id;
    },

    async 'lists.rename'({ _id, name }) {
      if (!(await writes.update('lists', _id, { name }))) throw listNotFound(_id);
      return null;
    },

    async 'lists.remove'({ _id }) {
      // The list first: from then on nobody adds to it.
      if (!(await writes.remove('lists', _id))) throw listNotFound(_id);
      await writes.removeMany('todos', { listId: _id });
      return null;
    },
  };
}

/** @throws ContractError `not-found` */
export async function requireList({ lists }: Collections, _id: string): Promise<void> {
  if (!(await lists.findOne({ _id }, { projection: { _id: 1 } }))) throw listNotFound(_id);
}

function listNotFound(_id: string): ContractError {
  return new ContractError('not-found', `There is no list '${_id}'`);
}
