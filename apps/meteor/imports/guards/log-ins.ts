import { ContractError } from '@meteor-vs-mean/contract/errors';
import { LogIns } from '@meteor-vs-mean/guards/log-ins';
import type { Hooks } from '../app/hooks';
import { settings } from './settings';

const logIns = new LogIns(
  settings,
  (sentence) => new ContractError('too-many-requests', sentence),
  (error) => error instanceof ContractError && error.code === '403',
);

export const logIn: Hooks['logIn'] = (name, address, verify) => logIns.attempt(name, address, verify);
export const signUp: Hooks['signUp'] = (address) => logIns.signUp(address);
