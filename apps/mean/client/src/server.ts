import { AngularAppEngine } from '@angular/ssr';
import type { Rendering } from './app/rendering/rendering';

/** Never asked for anything: our server says which page it wants by its path alone. */
const host = 'localhost';

const engine = new AngularAppEngine({ allowedHosts: [host] });

/**
 * Renders a page. The MEAN server loads this module and calls it.
 * @param path as the browser asks for it, with its query
 * @param signal gives it up
 * @returns null for a page that only a browser can make
 */
export function render(path: string, rendering: Rendering, signal: AbortSignal): Promise<Response | null> {
  return engine.handle(new Request(`http://${host}${path}`, { signal }), rendering);
}
