import type { Target } from '../../../src/experiment.ts';

export default {
  key: 'nowhere',
  title: 'A server that no machine has',
  find: async () => ({ notRun: 'there is none' }),
} satisfies Target;
