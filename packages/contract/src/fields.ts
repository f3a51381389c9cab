import { z } from 'zod';
import { usernamePattern } from './account-names.ts';
import { invisible } from './invisible.ts';
import { limits } from './limits.ts';

/** Made by the client that writes, so that an optimistic row keeps its id. */
export const id = z
  .string()
  .min(1)
  .max(limits.idLength)
  .regex(/^[A-Za-z0-9_-]+$/, 'may hold letters, digits, - and _ only');

/** A character that a reader can see: also no space, and no mark without a letter. */
const visible = new RegExp(`[^${invisible}\\p{Z}\\p{M}]`, 'u');

/** Half of a surrogate pair: of whole ones a pattern with this flag sees the character. */
const halfPair = /\p{Cs}/u;

/**
 * Text is kept unchanged, but for spaces at its ends, or refused. Half of a surrogate pair can't be kept: MongoDB would
 * store U+FFFD in its place. zod's own `max` counts code points; ours counts as browsers do, where an emoji is two.
 */
const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((value) => !halfPair.test(value), 'may not hold half of a surrogate pair')
    .refine((value) => visible.test(value), 'must hold a character that can be seen')
    .refine((value) => value.length <= longest, `may have ${longest} characters at most`);

/** A name of a list or a room. */
export const name = text(limits.nameLength);
/** Characters that turn the direction of those behind them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/;
/** It appears where an account's name may appear, so it mustn't be shown in another order than it is read. */
export const nickname = text(limits.nicknameLength).refine(
  (value) => !turning.test(value),
  'may not hold characters that turn its direction',
);
export const todoText = text(limits.todoTextLength);
export const messageText = text(limits.messageTextLength);

/** What an account is called. */
export const username = z
  .string()
  .min(limits.username.least)
  .max(limits.username.most)
  .regex(usernamePattern, 'may hold letters from A to Z, digits, . _ and - only');

/** The result of a method that only says that it was done. */
export const done = z.null();
/** How many documents a method changed or removed. */
export const count = z.int();
