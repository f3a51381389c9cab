import { expect, test } from 'vitest';
import { wsl } from '../src/machine/wsl.ts';

const kernel = '6.6.87.2-microsoft-standard-WSL2';

test('in WSL a clone on a Windows drive is a problem, one in the home folder is not', async () => {
  expect(await wsl(kernel, '/mnt/c/Users/ada/meteor-vs-mean')).toEqual([
    expect.objectContaining({ what: 'WSL', verdict: 'missing' }),
  ]);
  expect(await wsl(kernel, '/home/ada/meteor-vs-mean')).toEqual([
    expect.objectContaining({ what: 'WSL', verdict: 'ok' }),
  ]);
});

test('elsewhere it is not mentioned', async () => {
  expect(await wsl('6.18.44', '/mnt/c/clone')).toEqual([]);
});
