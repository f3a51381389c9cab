import { limits } from '@meteor-vs-mean/contract';
import { type Allowance, allowanceFrom } from './throttle';

const window_ms = fromEnvironment('CALLS_WINDOW_MS', { count: limits.calls.per_ms, per_ms: 1 }).count;

/** What the limits say, or the environment in their place. */
export const allowances = {
  loginsPerAccount: fromEnvironment('LOGINS_PER_ACCOUNT', limits.loginsPerAccount),
  loginsPerAddress: fromEnvironment('LOGINS_PER_ADDRESS', limits.loginsPerAddress),
  signUpsPerAddress: fromEnvironment('SIGN_UPS_PER_ADDRESS', limits.signUpsPerAddress),
  callsPerAddress: fromEnvironment('CALLS_PER_ADDRESS', {
    ...limits.callsPerAddress,
    per_ms: window_ms,
  }),
  subscriptionsPerAddress: fromEnvironment('SUBSCRIPTIONS_PER_ADDRESS', {
    ...limits.subscriptionsPerAddress,
    per_ms: window_ms,
  }),
};

/** A wrong value ends the server with that one line: of what is thrown here Meteor would print the stack, too. */
function fromEnvironment(variable: string, otherwise: Allowance): Allowance {
  try {
    return allowanceFrom(process.env, variable, otherwise);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
