import { findBun } from '../../../src/bun.ts';
import type { Target } from '../../../src/experiment.ts';

export default {
  key: 'bun-http',
  title: 'Node’s http on Bun',
  find: async () => ({ versions: { bun: (await findBun()).version } }),
} satisfies Target;
