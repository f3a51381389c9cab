import { normalizedPassword } from '@meteor-vs-mean/contract/account-names';
import { Accounts } from 'meteor/accounts-base';
import { Meteor } from 'meteor/meteor';
import { show } from '../app/notices';
import { storage } from '../app/storage';
import { createStore } from '../app/store';

/** The path of the page on which the session ended without a word of its user: in another browser, or because it was old. */
export const endedElsewhere = createStore<string | undefined>(undefined);

let isLeaving = false;

type Callback = (error?: unknown) => void;

/** Meteor would wait for a connection, and the form with it. @throws Meteor.Error as the server answers */
export function promised(call: (callback: Callback) => void): Promise<void> {
  if (!Meteor.status().connected) return Promise.reject(new Error('There is no connection'));
  return new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));
}

/** @throws Meteor.Error as the server answers, as all of these */
export function logIn(username: string, password: string): Promise<void> {
  return beginning((callback) =>
    Meteor.loginWithPassword({ username }, normalizedPassword(password), callback),
  );
}

/** Makes an account and logs in to it. */
export function signUp(username: string, password: string): Promise<void> {
  return beginning((callback) =>
    Accounts.createUser({ username, password: normalizedPassword(password) }, callback),
  );
}

export function logOut(): Promise<void> {
  return leaving(() => promised((callback) => Meteor.logout(callback)));
}

/** Ends all sessions of the account, in other browsers too. */
export function logOutEverywhere(): Promise<void> {
  return leaving(() => promised((callback) => Meteor.logoutAllClients(callback)));
}

/** Ends the account's other sessions. */
export function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const [before, after] = [normalizedPassword(oldPassword), normalizedPassword(newPassword)];
  return promised((callback) => Accounts.changePassword(before, after, callback));
}

/** Deletes the account and what is its own. */
export function removeAccount(password: string): Promise<void> {
  const removal = { password: Accounts._hashPassword(normalizedPassword(password)) };
  return leaving(async () => {
    await promised((callback) => Meteor.call('accounts.remove', removal, callback));
    // Its sessions went with it: if the connection is lost here, the next one finds that out.
    await promised((callback) => Meteor.logout(callback)).catch(() => {});
  });
}

/** Meteor keeps a session in localStorage, which a browser that blocks cookies blocks, too. */
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
 * Keeps the cookie by which the server knows, when it renders a page, who asks for it: set with each log-in, which both
 * then outlive by the same time, and cleared when the session ends.
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
    // Pages come as a guest's then, until the page's own session shows the rest.
  });
}

/** As a notice: for what has no form that could say it. */
export function showFailure(error: unknown): void {
  show((error as Meteor.Error).reason || (error as Error).message);
}
