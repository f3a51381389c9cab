import { openBrowser } from '@meteor-vs-mean/testbed/chromium';
import { sampleSwitches, sampleTree } from '@meteor-vs-mean/testbed/sampler';
import type { Browser } from './stage.ts';

/**
 * A Chromium of its own, with one fresh page. It takes certificates that nobody signed: servers here make their own.
 * @throws one line if there is none on this machine
 */
export async function startBrowser(): Promise<Browser & { close(): Promise<void> }> {
  const { browser } = await openBrowser({
    signals: false,
    // Where a certificate is forgiven only when it has failed, as DevTools do it, each connection is opened twice.
    args: ['--ignore-certificate-errors'],
  });
  try {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    const root = processInfo.find(({ type }) => type === 'browser');
    if (!root) throw new Error('Chromium doesn’t tell which of its processes is the first');
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    return {
      page: await context.newPage(),
      usage: () => sampleTree(root.id),
      switches: () => sampleSwitches(root.id),
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
