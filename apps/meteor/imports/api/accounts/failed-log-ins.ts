import { ContractError } from '@meteor-vs-mean/contract';
import { allowances } from './allowances';
import { Throttle } from './throttle';

const byAccount = new Throttle(allowances.loginsPerAccount);
const byAddress = new Throttle(allowances.loginsPerAddress);

/** Who tries to log in, or to prove a password, and from where. */
export interface Attempt {
  /** As it was given: whether an account is called that makes no difference. */
  name: string;
  address: string;
}

/** @throws ContractError `too-many-requests`, for right and wrong passwords alike */
export function assertNotThrottled({ name, address }: Attempt): void {
  const wait_ms = Math.max(byAccount.wait_ms(name.toLowerCase()), byAddress.wait_ms(address));
  if (wait_ms === 0) return;
  const sentence = `Too many failed log-ins: try again in ${Math.ceil(wait_ms / 1000)} s`;
  throw new ContractError('too-many-requests', sentence);
}

export function countFailure({ name, address }: Attempt): void {
  byAccount.count(name.toLowerCase());
  byAddress.count(address);
}

/** What was counted as a failure, so that none of many at once slips through, was right. */
export function forgive({ name, address }: Attempt): void {
  byAccount.forgive(name.toLowerCase());
  byAddress.forgive(address);
}
