import type { List, MethodName } from '@meteor-vs-mean/contract';
import { access, roleOn, suffices } from '@meteor-vs-mean/contract/access';
import { ContractError } from '@meteor-vs-mean/contract/errors';
import { Lists } from './lists/collection';
import { Todos } from './todos/collection';

/**
 * Asks the contract's table whether somebody may call a method.
 * @param userId of the caller's account; undefined for a guest
 * @returns whose the list is; undefined where no list is asked about
 * @throws ContractError `not-found` if they may not even see what the input names, `not-authorized` if they may
 */
export async function assertAccess(
  name: MethodName,
  input: Partial<Record<string, unknown>>,
  userId: string | undefined,
): Promise<Access | undefined> {
  const rule = access[name];
  if (rule.for === 'everybody') return undefined;
  const [what, id] = 'list' in rule ? ['list', input[rule.list]] : ['todo', input[rule.todo]];
  const list = await (what === 'list' ? findList(id as string) : findListOfTodo(id as string));
  assertRole(name, list, `${what} ${id}`, userId);
  return list;
}

/**
 * How many todos a list has, and whether somebody may add one, in one question.
 * @param limit where counting stops
 * @throws as `assertAccess`
 */
export async function countTodosIn(
  listId: string,
  userId: string | undefined,
  limit: number,
): Promise<number> {
  const [list] = await Lists.rawCollection()
    .aggregate<Access & { todos: { count: number }[] }>([
      { $match: { _id: listId } },
      {
        $lookup: {
          from: 'todos',
          localField: '_id',
          foreignField: 'listId',
          pipeline: [{ $limit: limit }, { $count: 'count' }],
          as: 'todos',
        },
      },
      { $project: { owner: 1, members: 1, todos: 1 } },
    ])
    .toArray();
  assertRole('todos.insert', list, `list ${listId}`, userId);
  return list?.todos[0]?.count ?? 0;
}

function assertRole(
  name: MethodName,
  list: Access | undefined,
  what: string,
  userId: string | undefined,
): void {
  const { for: wanted } = access[name];
  const role = list && roleOn(list, userId);
  if (!role) throw new ContractError('not-found', `There is no ${what}`);
  if (wanted !== 'everybody' && !suffices(role, wanted)) throw notAuthorized();
}

export function notAuthorized(): ContractError {
  return new ContractError('not-authorized', 'That is not for you to do');
}

/** What says who may see a list, and what they may do with it. */
export type Access = Pick<List, 'owner' | 'members'>;

async function findList(_id: string): Promise<Access | undefined> {
  return Lists.findOneAsync({ _id }, { fields: { owner: 1, members: 1 } });
}

/** In one question, as it is asked before every change of a todo. */
async function findListOfTodo(_id: string): Promise<Access | undefined> {
  const [todo] = await Todos.rawCollection()
    .aggregate<{ list: Access[] }>([
      { $match: { _id } },
      { $lookup: { from: 'lists', localField: 'listId', foreignField: '_id', as: 'list' } },
      { $project: { 'list.owner': 1, 'list.members': 1 } },
    ])
    .toArray();
  return todo?.list[0];
}
