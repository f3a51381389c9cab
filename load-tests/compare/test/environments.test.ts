import { OptionError } from '@meteor-vs-mean/testbed/process';
import { stacks } from '@meteor-vs-mean/testbed/stacks';
import { expect, test } from 'vitest';
import { assertEnvironments } from '../src/contestants/environments.ts';

test('every stack has an environment in what is run by default', async () => {
  const names = stacks.map(({ name }) => name);
  await assertEnvironments(names, ['fan-out', 'idle-clients']);
});

test('a stack without an environment is refused in one line, which says what to add and where', async () => {
  await assertEnvironments(['mean', 'meteor'], ['fan-out-window']);
  const refused = assertEnvironments(['mean', 'smallest', 'smallest-meteor'], ['fan-out', 'fan-out-window']);
  await expect(refused).rejects.toThrow(OptionError);
  await expect(refused).rejects.toThrow(
    /^--scenarios: fan-out-window has no environment for smallest and smallest-meteor: add one to load-tests\/scenarios\/fan-out-window\.yml, as for mean, .*$/,
  );
});
