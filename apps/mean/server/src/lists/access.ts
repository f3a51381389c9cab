import {
  access,
  ContractError,
  type List,
  type MethodName,
  type PublicationName,
  type Role,
  roleOn,
  suffices,
  type Todo,
} from '@meteor-vs-mean/contract';
import type { Account } from '../accounts/sessions.ts';
import type { Collections } from '../database.ts';

/** What says who may see a list, and what they may do with it. */
export type Membership = Pick<List, '_id' | 'owner' | 'members'>;

const membership = { owner: 1, members: 1 } as const;

/** Whether somebody has the role on the list that the contract asks for. */
export function mayUse(
  list: Pick<List, 'owner' | 'members'> | null | undefined,
  name: MethodName | PublicationName,
  account: Account | undefined,
): boolean {
  const role = list ? roleOn(list, account?.userId) : undefined;
  return role !== undefined && suffices(role, wantedRole(name));
}

/**
 * One read.
 * @returns who may see the list, now that the caller may call the method on it
 * @throws ContractError `not-found`, also to whom it isn't there for; `not-authorized`
 */
export async function requireList(
  { lists }: Collections,
  method: MethodName,
  _id: string,
  account: Account | undefined,
): Promise<Membership> {
  return admit(await lists.findOne({ _id }, { projection: membership }), method, _id, account);
}

/**
 * How many todos a list has, and whether somebody may add one. One read, too.
 * @param limit where counting stops
 * @throws as `requireList`
 */
export async function countTodosIn(
  { lists }: Collections,
  _id: string,
  account: Account | undefined,
  limit: number,
): Promise<number> {
  const [list] = await lists
    .aggregate<Membership & { todos: { count: number }[] }>([
      { $match: { _id } },
      {
        $lookup: {
          from: 'todos',
          localField: '_id',
          foreignField: 'listId',
          pipeline: [{ $limit: limit }, { $count: 'count' }],
          as: 'todos',
        },
      },
      { $project: { ...membership, todos: 1 } },
    ])
    .toArray();
  return admit(list, 'todos.insert', _id, account).todos[0]?.count ?? 0;
}

/**
 * The same, of the list that a todo is in. One read, too.
 * @throws ContractError `not-found`
 */
export async function requireTodo(
  { todos }: Collections,
  method: MethodName,
  _id: string,
  account: Account | undefined,
): Promise<void> {
  const [todo] = await todos
    .aggregate<Pick<Todo, '_id'> & { list: Membership[] }>([
      { $match: { _id } },
      { $lookup: { from: 'lists', localField: 'listId', foreignField: '_id', as: 'list' } },
      { $project: { 'list.owner': 1, 'list.members': 1 } },
    ])
    .toArray();
  if (!mayUse(todo?.list[0], method, account)) throw todoNotFound(_id);
}

function admit<List extends Membership>(
  list: List | null | undefined,
  method: MethodName,
  _id: string,
  account: Account | undefined,
): List {
  if (!list || !roleOn(list, account?.userId)) throw listNotFound(_id);
  if (mayUse(list, method, account)) return list;
  throw new ContractError('not-authorized', `Only its owner may do that with the list '${_id}'`);
}

export function listNotFound(_id: string): ContractError {
  return new ContractError('not-found', `There is no list '${_id}'`);
}

export function todoNotFound(_id: string): ContractError {
  return new ContractError('not-found', `There is no todo '${_id}'`);
}

function wantedRole(name: MethodName | PublicationName): Role {
  const rule = access[name];
  if ('list' in rule || 'todo' in rule) return rule.for;
  throw new TypeError(`${name}: the contract asks for no role on a list`);
}
