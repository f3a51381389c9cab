import { AngularAppEngine } from '@angular/ssr';
import type { Rendering } from './app/rendering/rendering';

/** Never fetched: the server passes the page's path alone. */
const host = 'localhost';

const engine = new AngularAppEngine({ allowedHosts: [host] });

/**
 * Renders a page. The MEAN server loads this module and calls it.
 * @param path as the browser requests it, with its query
 * @param signal aborts the rendering
 * @returns null for a page that only a browser can render
 */
export function render(path: string, rendering: Rendering, signal: AbortSignal): Promise<Response | null> {
  return engine.handle(new Request(`http://${host}${path}`, { signal }), rendering);
}
