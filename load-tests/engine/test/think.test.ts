import { expect, test } from 'vitest';
import type { VirtualUser } from '../src/users/virtual-user.ts';
import { compile } from './compile.ts';

/** What Artillery's own think is given for a step of the flow. */
async function handedOn(think: unknown): Promise<unknown> {
  const given: unknown[] = [];
  const createThink = (spec: { think: unknown }) => {
    given.push(spec.think);
    return (_context: unknown, done: () => void) => done();
  };
  const template = (value: unknown) => (value === '{{ pause }}' ? 0.5 : value);
  const user = { session: { helpers: { createThink } }, context: { vars: {} }, template };
  await compile([{ think }])(user as unknown as VirtualUser);
  return given[0];
}

test('a fraction of a second works, also in a variable; Artillery reads all other times', async () => {
  expect(await handedOn(0.2)).toBe('200ms');
  expect(await handedOn(2)).toBe(2);
  expect(await handedOn('50ms')).toBe('50ms');
  expect(await handedOn('{{ pause }}')).toBe('500ms');
});
