import { EJSON } from 'meteor/ejson';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';

/** Where the page holds what it was rendered from. */
const dataId = 'page-data';

/** Documents by the subscription that brings them. */
export type Snapshots = Record<string, { _id: string }[]>;

/** What a page is rendered from: on the server, and once more in the browser that takes it over. */
export interface PageData {
  /** When it was rendered. */
  at: Date;
  /** Whose session the browser's cookie names. */
  account: { userId: string; username: string } | undefined;
  snapshots: Snapshots;
}

/** A page that the server renders. */
export interface Page extends PageData {
  /** What its components say of it while they are rendered, for the answer's head. */
  title?: string;
  isMissing?: boolean;
}

export const PageContext = createContext<Page | undefined>(undefined);

/** @returns undefined if the server sent the page empty */
export function usePage(): Page | undefined {
  return useContext(PageContext);
}

/** The key of a subscription in a page's snapshots. */
export function keyOf(name: string, params?: object): string {
  return EJSON.stringify([name, params ?? {}] as never);
}

/** What a subscription will bring, as far as the page came with it: for who shows it first, and for nobody after that. */
export function useSnapshot<Document>(name: string | undefined, params?: object): Document[] | undefined {
  const snapshots = usePage()?.snapshots;
  const key = name && keyOf(name, params);
  const [snapshot] = useState(() => (key === undefined ? undefined : snapshots?.[key]));
  useEffect(() => {
    if (snapshots && key !== undefined) delete snapshots[key];
  }, [snapshots, key]);
  return snapshot as Document[] | undefined;
}

function subscribe(): () => void {
  return () => {};
}

/** False on the server, and in a browser while it takes over what the server rendered: there both have to say the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/** What the browser needs to render the same page, as a script that holds data: no text in it can end the script. */
export function toScript({ at, account, snapshots }: PageData): string {
  const data = EJSON.stringify({ at, ...(account ? { account } : {}), snapshots } as never);
  return `<script type="application/json" id="${dataId}">${data.replaceAll('<', '\\u003c')}</script>`;
}

/** Takes what the page holds out of it: once. @returns undefined if the server sent the page empty */
export function readPage(): Page | undefined {
  const script = document.getElementById(dataId);
  const text = script?.textContent;
  // What an account may read isn't left in the page for who comes after it.
  script?.remove();
  return text ? (EJSON.parse(text) as unknown as Page) : undefined;
}
