import { onPageLoad } from 'meteor/server-render';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { accountOf, sessionCookie } from '/imports/accounts/session-cookie';
import { hooks } from '/imports/app/hooks';
import { App } from '../App';
import { type Page, PageContext, type PageData, toScript } from './page';
import { inTime, snapshotsOf, TooLarge } from './page-data';
import { currentVisitor, mayRender, rememberVisitors } from './visitor';

/** The empty page, without anybody's data: public/sw.js keeps it for use offline. */
const shell = '/shell';

/**
 * Renders each page with its data. It limits the number of pages at a time, the requests per address and the size of a
 * page: a page beyond a limit is sent without data, which its scripts then load.
 * @param forwardedCount how many trusted proxies set X-Forwarded headers
 */
export function servePages(forwardedCount: number): void {
  rememberVisitors(forwardedCount);
  onPageLoad(async (sink) => {
    const { path } = (sink as unknown as { request: { path: string } }).request;
    const page = path === shell ? undefined : await pageOf(path, sink.getCookies()[sessionCookie]);
    // Caches must revalidate, because the same URL is another page for each account.
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
    // Only the error's name, because its message may contain text from users.
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
