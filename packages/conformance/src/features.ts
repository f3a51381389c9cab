import { describe } from 'vitest';
import { accounts } from './cases/accounts.ts';
import { changes } from './cases/changes.ts';
import { clients } from './cases/clients.ts';
import { connections } from './cases/connections.ts';
import { databaseWriter } from './cases/database-writer.ts';
import { foreignHashes } from './cases/foreign-hashes.ts';
import { guards } from './cases/guards.ts';
import { headers } from './cases/headers.ts';
import { joining } from './cases/joining.ts';
import { limits } from './cases/limits.ts';
import { members } from './cases/members.ts';
import { names } from './cases/names.ts';
import { order } from './cases/order.ts';
import { origins } from './cases/origins.ts';
import { overDdp } from './cases/over-ddp.ts';
import { overHttp } from './cases/over-http.ts';
import { ownWritesOnly } from './cases/own-writes.ts';
import { presence } from './cases/presence.ts';
import { privateLists } from './cases/private-lists.ts';
import { reconnect } from './cases/reconnect.ts';
import { errors, validation } from './cases/refusals.ts';
import { restart } from './cases/restart.ts';
import { sessions } from './cases/sessions.ts';
import { sharing } from './cases/sharing.ts';
import { snapshot } from './cases/snapshot.ts';
import { throttle } from './cases/throttle.ts';
import { unsubscribe } from './cases/unsubscribe.ts';
import { upgrades } from './cases/upgrades.ts';
import { whoMay } from './cases/who-may.ts';
import { windows } from './cases/windows.ts';
import { wire } from './cases/wire.ts';
import type { Environment } from './environment.ts';
import { type Feature, registerCase, type Size } from './feature.ts';
import type { Subject } from './subject.ts';

/** Everything that a stack must do. Cases that kill processes are last. */
export const features = [
  ...[snapshot, changes, order, windows, wire, unsubscribe, clients, errors, validation, limits],
  ...[accounts, foreignHashes, sessions, throttle, whoMay, privateLists, sharing, members, names],
  ...[overDdp, overHttp, origins, headers],
  ...[guards, presence],
  ...[upgrades, connections],
  ...[databaseWriter, joining, reconnect, restart],
] as const;

/** It needs another program, and rarely fails. */
const slow: readonly Feature[] = [foreignHashes];

/** @returns the features of an environment's app */
export function featuresOf({ cases, stack: name }: Environment, size: Size): Feature[] {
  const isQuick = (each: Feature) => {
    if (cases === 'all') return !slow.includes(each);
    return cases === 'guards first' ? each === guards : each.basic;
  };
  const own = features.filter(({ stack }) => stack === undefined || stack === name);
  if (size === 'quick') return own.filter(isQuick);
  return cases === 'basic' ? [] : own.filter((each) => !isQuick(each));
}

/** Registers with Vitest the cases that apply to an environment. */
export function registerFeatures(subject: Subject, wanted: readonly Feature[]): void {
  const { environment } = subject;
  const unmet: string[] = [];
  for (const { name, cases: all } of wanted) {
    const cases = all.filter(({ guard }) => guard === undefined || environment.guards !== 'off');
    const applicable = cases.filter((item) => environment.seesForeignWrites || !item.needsForeignWrites);
    unmet.push(...cases.filter((item) => !applicable.includes(item)).map((item) => item.name));
    if (applicable.length === 0) continue;
    describe(name, () => {
      for (const item of applicable) registerCase(item, subject);
    });
  }
  if (unmet.length === 0) return;
  const { name, cases } = ownWritesOnly(unmet);
  describe(name, () => {
    for (const item of cases) registerCase(item, subject);
  });
}
