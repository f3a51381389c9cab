import type { z } from 'zod';
import { listMethods } from './lists.ts';
import { roomMethods } from './rooms.ts';
import { todoMethods } from './todos.ts';

/**
 * Named, validated writes (and one read, `messages.before`), with the same names on both stacks.
 * An insert returns the id that the client made.
 */
export const methods = { ...listMethods, ...todoMethods, ...roomMethods } as const;

export type MethodName = keyof typeof methods;
/** What a caller passes. */
export type InputOf<Name extends MethodName> = z.input<(typeof methods)[Name]['input']>;
/** What a handler gets: validated and trimmed. */
export type ParsedInputOf<Name extends MethodName> = z.output<(typeof methods)[Name]['input']>;
export type ResultOf<Name extends MethodName> = z.output<(typeof methods)[Name]['result']>;

export const methodNames = Object.keys(methods) as MethodName[];
