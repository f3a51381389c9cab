import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openBrowser } from '../../src/chromium/index.ts';
import { packagedChromium } from '../../src/chromium/packaged.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Draws text in the packaged Chromium. @returns the fonts that it took */
async function fontsIn(systemFonts: string | undefined): Promise<string[]> {
  vi.stubEnv('FONTCONFIG_FILE', undefined);
  vi.stubEnv('FONTCONFIG_PATH', undefined);
  const found = await packagedChromium(systemFonts);
  if (!found) throw new Error('npm ci brings it');
  for (const [name, value] of Object.entries({ ...found.env, CHROMIUM_PATH: found.path })) {
    vi.stubEnv(name, value);
  }
  const { browser } = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<p style="font-family: sans-serif">Text</p><input placeholder="and a field">');
    await page.screenshot();
    const protocol = await page.context().newCDPSession(page);
    for (const domain of ['DOM.enable', 'CSS.enable'] as const) await protocol.send(domain);
    const { root } = await protocol.send('DOM.getDocument');
    const { nodeId } = await protocol.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' });
    const { fonts } = await protocol.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ familyName }) => familyName);
  } finally {
    await browser.close();
  }
}

const runsHere = process.platform === 'linux' && process.arch === 'x64';

test.runIf(runsHere)('the packaged Chromium draws text with the fonts of this machine', async () => {
  expect(await fontsIn(undefined)).toHaveLength(1);
});

test.runIf(runsHere)('it has a font where the machine has none', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'chromium-test-'));
  onTestFinished(() => rm(cache, { recursive: true }));
  vi.stubEnv('XDG_CACHE_HOME', cache);
  expect(await fontsIn('/nonexistent/fonts.conf')).toEqual(['Open Sans']);
});
