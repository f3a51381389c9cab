import { normalizedPassword } from '@meteor-vs-mean/contract/account-names';
import { Accounts } from 'meteor/accounts-base';
import { Meteor } from 'meteor/meteor';
import { show } from '../app/notices';
import { storage } from '../app/storage';
import { createStore } from '../app/store';

/** The path of the page on which the session ended without the user's action: in another browser, or by expiry. */
export const endedElsewhere = createStore<string | undefined>(undefined);

let isLeaving = false;

type Callback = (error?: unknown) => void;

/** Fails while offline, where Meteor would wait. @throws Meteor.Error as the server returns it */
export function promised(call: (callback: Callback) => void): Promise<void> {
  if (!Meteor.status().connected) return Promise.reject(new Error('There is no connection'));
  return new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));
}

/** @throws Meteor.Error as the server returns it, like the functions below */
export function logIn(username: string, password: string): Promise<void> {
  return beginning((callback) =>
    Meteor.loginWithPassword({ username }, normalizedPassword(password), callback),
  );
}

/** Creates an account and logs in to it. */
export function signUp(username: string, password: string): Promise<void> {
  return beginning((callback) =>
    Accounts.createUser({ username, password: normalizedPassword(password) }, callback),
  );
}

export function logOut(): Promise<void> {
  return leaving(() => promised((callback) => Meteor.logout(callback)));
}

/** Ends all sessions of the account, in other browsers as well. */
export function logOutEverywhere(): Promise<void> {
  return leaving(() => promised((callback) => Meteor.logoutAllClients(callback)));
}

/** Ends the account's other sessions. */
export function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const [before, after] = [normalizedPassword(oldPassword), normalizedPassword(newPassword)];
  return promised((callback) => Accounts.changePassword(before, after, callback));
}

/** Deletes the account and its private data. */
export function removeAccount(password: string): Promise<void> {
  const removal = { password: Accounts._hashPassword(normalizedPassword(password)) };
  return leaving(async () => {
    await promised((callback) => Meteor.call('accounts.remove', removal, callback));
    // Its sessions have ended as well. If the connection is lost here, the next one notices.
    await promised((callback) => Meteor.logout(callback)).catch(() => {});
  });
}

/** Meteor stores a session in localStorage, which browsers block together with cookies. */
function beginning(call: (callback: Callback) => void): Promise<void> {
  if (navigator.cookieEnabled && storage('localStorage')) return promised(call);
  return Promise.reject(new Error('Your browser blocks cookies: logging in needs them.'));
}

async function leaving(leave: () => Promise<void>): Promise<void> {
  isLeaving = true;
  try {
    await leave();
  } finally {
    isLeaving = false;
  }
}

/** Notices a session that ends elsewhere. */
export function watchSession(): void {
  Accounts.onLogin(() => endedElsewhere.set(undefined));
  Accounts.onLogout(() => {
    if (!isLeaving) endedElsewhere.set(location.pathname);
  });
}

/**
 * Keeps the cookie by which the server knows the account when it renders a page. It is set at each log-in, expires with
 * the session, and is cleared when the session ends.
 */
export function keepSessionCookie(): void {
  Accounts.onLogin(({ type, token }: { type: string; token?: string }) => {
    if (type !== 'resume' && token) ask({ method: 'POST', body: JSON.stringify({ token }) });
  });
  Accounts.onLogout(() => ask({ method: 'DELETE' }));
}

function ask(init: RequestInit): void {
  const headers = { 'content-type': 'application/json' };
  fetch('/session', { ...init, headers, keepalive: true }).catch(() => {
    // Pages are then rendered as a guest's, until the page's own session loads the rest.
  });
}

/** Shows an error as a notice, if no form can show it. */
export function showFailure(error: unknown): void {
  show((error as Meteor.Error).reason || (error as Error).message);
}
