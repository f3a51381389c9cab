export { type MadeAccount, makeAccounts, type Wanted } from './accounts.ts';
export { readAccounts, writeAccounts } from './csv.ts';
export { hashPassword } from './password.ts';
export { removeAccounts } from './remove.ts';
