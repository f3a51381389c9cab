import { EJSON } from 'meteor/ejson';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';

/** The element with the page's data. */
const dataId = 'page-data';

/** Documents by subscription. */
export type Snapshots = Record<string, { _id: string }[]>;

/** The data of a page, for rendering on the server and for hydration in the browser. */
export interface PageData {
  /** When it was rendered. */
  at: Date;
  /** The account of the browser's cookie. */
  account: { userId: string; username: string } | undefined;
  snapshots: Snapshots;
}

/** A page that the server renders. */
export interface Page extends PageData {
  /** The status and title that its components set while they render. */
  title?: string;
  isMissing?: boolean;
}

export const PageContext = createContext<Page | undefined>(undefined);

/** @returns undefined if the server sent the page without data */
export function usePage(): Page | undefined {
  return useContext(PageContext);
}

/** The key of a subscription in a page's snapshots. */
export function keyOf(name: string, params?: object): string {
  return EJSON.stringify([name, params ?? {}] as never);
}

/** The documents of a subscription that were included in the page, for the first component that shows them. */
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

/** False on the server and during hydration, when both have to render the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/** The data for hydration as a script element; no text in it can end the element. */
export function toScript({ at, account, snapshots }: PageData): string {
  const data = EJSON.stringify({ at, ...(account ? { account } : {}), snapshots } as never);
  return `<script type="application/json" id="${dataId}">${data.replaceAll('<', '\\u003c')}</script>`;
}

/**
 * Removes the data from the page and returns them, once. @returns undefined if the server sent the page without data
 */
export function readPage(): Page | undefined {
  const script = document.getElementById(dataId);
  const text = script?.textContent;
  // An account's data must not stay in the page after it has logged out.
  script?.remove();
  return text ? (EJSON.parse(text) as unknown as Page) : undefined;
}
