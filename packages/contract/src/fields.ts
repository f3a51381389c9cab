import { z } from 'zod';
import { usernamePattern } from './account-names.ts';
import { invisible } from './invisible.ts';
import { limits } from './limits.ts';

/** The client that writes makes the id, so that an optimistic row keeps it. */
export const id = z
  .string()
  .min(1)
  .max(limits.idLength)
  .regex(/^[A-Za-z0-9_-]+$/, 'may only contain letters, digits, - and _');

/** A visible character: no space, and no combining mark without a letter. */
const visible = new RegExp(`[^${invisible}\\p{Z}\\p{M}]`, 'u');

/** Half of a surrogate pair. With the flag `u` a whole pair matches as one character. */
const halfPair = /\p{Cs}/u;

/**
 * Text is kept unchanged except for spaces at its ends, or rejected. Half of a surrogate pair can't be kept, because
 * MongoDB would store U+FFFD instead. zod's `max` counts code points; this counts as browsers do, so an emoji is two.
 */
const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((value) => !halfPair.test(value), 'may not contain half of a surrogate pair')
    .refine((value) => visible.test(value), 'must contain a visible character')
    .refine((value) => value.length <= longest, `may have at most ${longest} characters`);

/** The name of a list or a room. */
export const name = text(limits.nameLength);
/** Characters that change the direction of the text after them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/;
/** Shown where an account's name may be shown, so it must be displayed in the order in which it is stored. */
export const nickname = text(limits.nicknameLength).refine(
  (value) => !turning.test(value),
  'may not contain characters that change its direction',
);
export const todoText = text(limits.todoTextLength);
export const messageText = text(limits.messageTextLength);

/** The name of an account. */
export const username = z
  .string()
  .min(limits.username.least)
  .max(limits.username.most)
  .regex(usernamePattern, 'may only contain letters from A to Z, digits, . _ and -');

/** The result of a method that returns no data. */
export const done = z.null();
/** The number of documents that a method changed or removed. */
export const count = z.int();
