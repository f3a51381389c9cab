import type { Page } from 'playwright-core';

/**
 * Presses Enter, and counts the frames that the browser draws until the selector finds something.
 * @returns 0: the first frame that was drawn after the key press had it
 */
export async function framesWithout(page: Page, selector: string): Promise<number> {
  await page.evaluate((css) => {
    const state = window as unknown as { framesWithout?: number | undefined };
    state.framesWithout = undefined;
    let frames = 0;
    const look = () => {
      // Whatever else is done before this frame is drawn, is done when the sizes of things are looked at: the last
      // step before it. An element that has just been observed is always told then.
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        if (document.querySelector(css)) state.framesWithout = frames;
        else {
          frames += 1;
          if (frames < 600) requestAnimationFrame(look);
        }
      });
      observer.observe(document.documentElement);
    };
    window.addEventListener('keydown', () => requestAnimationFrame(look), { once: true, capture: true });
  }, selector);
  await page.keyboard.press('Enter');
  const found = await page.waitForFunction(
    () => (window as unknown as { framesWithout?: number }).framesWithout !== undefined,
  );
  await found.dispose();
  return page.evaluate(() => (window as unknown as { framesWithout: number }).framesWithout);
}
