import { onPageLoad } from 'meteor/server-render';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { accountOf, sessionCookie } from '/imports/accounts/session-cookie';
import { hooks } from '/imports/app/hooks';
import { App } from '../App';
import { type Page, PageContext, type PageData, toScript } from './page';
import { inTime, snapshotsOf, TooLarge } from './page-data';
import { currentVisitor, mayRender, rememberVisitors } from './visitor';

/** The empty page, rendered for nobody: public/sw.js keeps it for when there is no connection. */
const shell = '/shell';

/**
 * Has the server render each page with its data. Few at a time, few of one address, and none that is large: what isn't
 * rendered, or not in time, is sent empty, and scripts bring its data.
 * @param forwardedCount how many proxies in front say who asks
 */
export function servePages(forwardedCount: number): void {
  rememberVisitors(forwardedCount);
  onPageLoad(async (sink) => {
    const { path } = (sink as unknown as { request: { path: string } }).request;
    const page = path === shell ? undefined : await pageOf(path, sink.getCookies()[sessionCookie]);
    // Whoever keeps it asks again: the same address shows each account another page.
    sink.setHeader('Cache-Control', page?.account ? 'private, no-store' : 'no-cache');
    sink.appendToHead(`<title>${escaped(page?.title || 'Meteor')}</title>`);
    if (!page) return;
    if (page.isMissing) sink.setStatusCode(404);
    sink.renderIntoElementById('app', page.html);
    sink.appendToBody(toScript(page));
  });
}

interface RenderedPage extends Page {
  html: string;
}

async function pageOf(path: string, token: unknown): Promise<RenderedPage | undefined> {
  const visitor = currentVisitor();
  if (!visitor || !mayRender(visitor)) return undefined;
  let isLate = false;
  const render = async (): Promise<RenderedPage | undefined> => {
    const end = await hooks.page(visitor.connection);
    if (!end) return undefined;
    try {
      if (isLate || visitor.connection.destroyed) return undefined;
      const page: Page = await load(path, token);
      return isLate ? undefined : Object.assign(page, { html: rendered(path, page) });
    } finally {
      end();
    }
  };
  try {
    return await inTime(render());
  } catch (error) {
    // The name alone: what else an error says may hold what somebody wrote.
    if (!(error instanceof TooLarge))
      console.error(`A page was sent without its data: ${(error as Error).name}`);
    return undefined;
  } finally {
    isLate = true;
  }
}

async function load(path: string, token: unknown): Promise<PageData> {
  const account = await accountOf(token);
  return { at: new Date(), account, snapshots: await snapshotsOf(path, account) };
}

function rendered(path: string, page: Page): string {
  return renderToString(
    <PageContext value={page}>
      <Router ssrPath={path}>
        <App />
      </Router>
    </PageContext>,
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
