import { serve } from '../program-side.ts';
import { makeDrill } from './drill.ts';
import type { LoadAsked } from './load.ts';
import type { Way } from './way.ts';

// The client in Node: `node client.ts <key of a target> <url>`.
const [, , key, url = ''] = process.argv;
const { default: way } = (await import(new URL(`./targets/${key}.ts`, import.meta.url).href)) as {
  default: Way;
};
const drill = makeDrill(way.openInNode, url, way.options);

serve(
  {},
  {
    open: drill.open,
    close: drill.close,
    series: (asked) => drill.series(asked as never),
    together: (asked) => drill.together(asked as never),
    flood: (asked) => drill.flood(asked as never),
    cold: (asked) => drill.cold(asked as never),
    load: (asked) => way.playLoad({ url, ...(asked as Omit<LoadAsked, 'url'>) }, way.options),
  },
);
