import { readFile, writeFile } from 'node:fs/promises';
import type { MadeAccount } from './accounts.ts';

const columns = [
  'username',
  'password',
  'token',
  'listId',
  'sharedListId',
] as const satisfies (keyof MadeAccount)[];
/** Anybody with the file can log in. */
const ownerOnly = 0o600;

/**
 * Writes accounts for Artillery's `config.payload`; the first line names the columns. Only its owner may read the file.
 * @throws one line if it is there already: it may be needed to remove the accounts in it
 */
export async function writeAccounts(file: string, accounts: readonly MadeAccount[]): Promise<void> {
  // No value has a comma or a quotation mark: they are names, ids and base64url.
  const lines = accounts.map((account) => columns.map((column) => account[column]).join(','));
  const text = [columns.join(','), ...lines, ''].join('\n');
  await writeFile(file, text, { mode: ownerOnly, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new Error(
          `${file} is there already: choose another file, or remove its accounts first with --remove ${file}`,
        )
      : new Error(`${file} can't be written: ${error.code ?? error.message}`);
  });
}

/** @throws one line if it isn't such a file; no message repeats its content */
export async function readAccounts(file: string): Promise<MadeAccount[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} can't be read: ${error.code ?? error.message}`);
  });
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== columns.join(',')) {
    throw new Error(`${file} is not a file of accounts: its first line should be ${columns.join(',')}`);
  }
  return lines.map((line) => {
    const [username = '', password = '', token = '', listId = '', sharedListId = ''] = line.split(',');
    return { username, password, token, listId, sharedListId };
  });
}
