import { serve } from '../program-side.ts';
import { makeDrill } from './drill.ts';
import type { LoadAsked } from './load.ts';
import { wayNamed } from './way.ts';

// The client in Node: `node client.ts <key of a target> <url>`.
const [, , key = '', url = ''] = process.argv;
const way = wayNamed(key);

serve(
  {},
  {
    ...makeDrill(way.openInNode, url, way.options),
    load: (asked: Omit<LoadAsked, 'url'>) => way.playLoad({ ...asked, url }, way.options),
  },
);
