import type { Todo, Wire } from '@meteor-vs-mean/contract';

/** Messages that follow from a seed: todos as packages/contract has them. */
export interface Batch {
  /** How their ids begin. */
  tag: string;
  seed: number;
  count: number;
  /** Of each one's text, in characters of one byte. */
  text_length: number;
}

/** Length of every id: that of Meteor's own. */
const idLength = 17;
const words =
  'a about after again all and any as ask at back before book bread bring buy call clean coffee day find first fix for \
from get house in is it kitchen letter list look make milk more morning new night of off on one open out paint pay \
phone plan read repair send shop some take tell that the then this ticket to two until wash water week with write'.split(
    ' ',
  );

/** All of one length on the wire: ids and dates are, and their texts are cut to it. `createdAt` is for the sender to set. */
export function todosOf({ tag, seed, count, text_length }: Batch): Todo[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, k) => ({
    _id: idOf(tag, k),
    listId: idOf('list', 0),
    text: textOf(text_length, random),
    done: false,
    createdAt: new Date(0),
  }));
}

/** What JSON carries of it: the date as DDP's EJSON has it, `{"$date": milliseconds}`, and as MEAN's server sends it. */
export function wireOf(todo: Todo): Wire<Todo> {
  return { ...todo, createdAt: { $date: todo.createdAt.getTime() } };
}

export function idOf(tag: string, k: number): string {
  return tag + k.toString(36).padStart(idLength - tag.length, '0');
}

/** @returns k of `idOf(tag, k)`; -1 for another tag's id */
export function numberOf(tag: string, id: string): number {
  return id.startsWith(tag) ? Number.parseInt(id.slice(tag.length), 36) : -1;
}

/** Words, so that it deflates as text does. */
function textOf(length: number, random: () => number): string {
  let text = '';
  while (text.length <= length) text += `${words[Math.floor(random() * words.length)]} `;
  return `${text.slice(0, length - 1)}.`;
}

/** mulberry32, by Tommy Ettinger (public domain). Meteor's Node runs this file too: so nothing is imported. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
