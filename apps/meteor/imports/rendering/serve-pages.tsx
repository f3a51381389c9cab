import { onPageLoad } from 'meteor/server-render';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { accountOf, sessionCookie } from '../api/accounts/session-cookie';
import { App } from '../ui/App';
import { type Page, PageContext, toScript } from './page';
import { inTime, snapshotsOf } from './page-data';

/** The empty page, rendered for nobody: public/sw.js keeps it for when there is no connection. */
const shell = '/shell';

/** Has the server render each page with its data. One whose data don't come in time is sent empty. */
export function servePages(): void {
  onPageLoad(async (sink) => {
    const { path } = (sink as unknown as { request: { path: string } }).request;
    const page = path === shell ? undefined : await pageOf(path, sink.getCookies()[sessionCookie]);
    // Whoever keeps it asks again: the same address shows each account another page.
    sink.setHeader('Cache-Control', page?.account ? 'private, no-store' : 'no-cache');
    const html = page && rendered(path, page);
    sink.appendToHead(`<title>${escaped((html && page.title) || 'Meteor')}</title>`);
    if (!html) return;
    if (page.isMissing) sink.setStatusCode(404);
    sink.renderIntoElementById('app', html);
    sink.appendToBody(toScript(page));
  });
}

async function pageOf(path: string, token: unknown): Promise<Page | undefined> {
  try {
    return await inTime(load(path, token));
  } catch (error) {
    // The name alone: what else an error says may hold what somebody wrote.
    console.error(`A page was sent without its data: ${(error as Error).name}`);
    return undefined;
  }
}

async function load(path: string, token: unknown): Promise<Page> {
  const account = await accountOf(token);
  return { at: new Date(), account, snapshots: await snapshotsOf(path, account) };
}

function rendered(path: string, page: Page): string | undefined {
  try {
    return renderToString(
      <PageContext value={page}>
        <Router ssrPath={path}>
          <App />
        </Router>
      </PageContext>,
    );
  } catch (error) {
    console.error(`A page could not be rendered: ${(error as Error).name}`);
    return undefined;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
