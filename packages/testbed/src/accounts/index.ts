export { type MadeAccount, makeAccounts } from './accounts.ts';
export { readAccounts, writeAccounts } from './csv.ts';
export { removeAccounts } from './remove.ts';
