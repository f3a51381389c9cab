import type { Accounts, AccountsOptions } from './accounts.ts';
import { DdpAccounts } from './ddp-accounts.ts';
import { HttpAccounts } from './http-accounts.ts';

export function openAccounts(options: AccountsOptions): Accounts {
  return options.transport === 'socketio' ? new HttpAccounts(options) : new DdpAccounts(options);
}
