import type { Connect } from './line.ts';

/** As the original: `$.getJSON`, which is an XMLHttpRequest with GET. */
export const overJquery: Connect = async ({ url }, fail) => {
  const { $ } = globalThis as unknown as {
    $: {
      getJSON(
        url: string,
        data: { count: number },
        done: (answer: { count: number }) => void,
      ): { fail(failed: (request: { status: number }, status: string) => void): void };
    };
  };
  return {
    transport: 'XMLHttpRequest',
    ask(count, answered) {
      $.getJSON(`${url}/echo`, { count }, (answer) => answered(answer.count)).fail(({ status }, why) =>
        fail(new Error(`jQuery: ${why} (status ${status})`)),
      );
    },
    close() {},
  };
};
