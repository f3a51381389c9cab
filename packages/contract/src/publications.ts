import type { z } from 'zod';
import type { Publication, Query } from './define.ts';
import { ContractError, parse } from './errors.ts';
import { listPublications } from './lists.ts';
import { roomPublications } from './rooms.ts';
import { todoPublications } from './todos.ts';

/** Each takes one object of parameters. A list or room that doesn't exist is published as empty. */
export const publications = { ...listPublications, ...todoPublications, ...roomPublications } as const;

export type PublicationName = keyof typeof publications;
export type ParamsOf<Name extends PublicationName> = z.input<(typeof publications)[Name]['params']>;

export const publicationNames = Object.keys(publications) as PublicationName[];

/**
 * The query behind a subscription, with validated parameters. The publication's `may` decides whether the subscriber
 * may see its result.
 * @param userId of the subscriber's account; undefined for a guest
 * @returns undefined if the subscriber gets no documents
 * @throws ContractError `404` for an unknown name, `validation-error` for bad parameters
 */
export function queryOf(name: string, params: unknown, userId?: string): Query | undefined {
  if (!Object.hasOwn(publications, name)) {
    throw new ContractError('404', `Subscription '${name}' not found`);
  }
  const { params: schema, query } = publications[name as PublicationName] as Publication<z.ZodType>;
  return query(parse(schema, params ?? {}, name), userId);
}
