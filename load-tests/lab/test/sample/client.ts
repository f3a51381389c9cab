import { serve } from '../../src/program-side.ts';

serve(
  {},
  {
    async get({ url, count }: { url: string; count: number }) {
      let bytes = 0;
      const began = performance.now();
      for (let index = 0; index < count; index++) bytes += (await (await fetch(url)).text()).length;
      return { bytes, took_ms: performance.now() - began };
    },
    fail() {
      throw new Error('as it was asked to');
    },
    end() {
      console.error('Error: it had enough');
      process.exit(3);
    },
  },
);
