import type { Page } from 'playwright-core';

/**
 * Presses Enter, and counts the frames that the browser renders until the selector matches.
 * @returns 0 if the first frame after the key press matched
 */
export async function framesWithout(page: Page, selector: string): Promise<number> {
  await page.evaluate((css) => {
    const state = window as unknown as { framesWithout?: number | undefined };
    state.framesWithout = undefined;
    let frames = 0;
    const look = () => {
      // A ResizeObserver's callback is the last step before a frame is painted, after all other changes; it always runs
      // for a newly observed element.
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
