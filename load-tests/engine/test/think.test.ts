import { expect, test } from 'vitest';
import type { Script } from '../src/artillery.ts';
import { compileFlow } from '../src/steps/flow.ts';
import type { VirtualUser } from '../src/virtual-user.ts';

/** What Artillery's own think is given for a step of the flow. */
async function handedOn(think: unknown): Promise<unknown> {
  const given: unknown[] = [];
  const createThink = (spec: { think: unknown }) => {
    given.push(spec.think);
    return (_context: unknown, done: () => void) => done();
  };
  const step = compileFlow({ engine: 'pubsub', flow: [{ think }] } as never, { config: {} } as Script);
  await step({ session: { helpers: { createThink } }, context: { vars: {} } } as unknown as VirtualUser);
  return given[0];
}

test('a fraction of a second is one; all else is Artillery’s to read', async () => {
  expect(await handedOn(0.2)).toBe('200ms');
  expect(await handedOn(2)).toBe(2);
  expect(await handedOn('50ms')).toBe('50ms');
  expect(await handedOn('{{ pause }}')).toBe('{{ pause }}');
});
