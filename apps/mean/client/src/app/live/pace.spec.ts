import { Pace } from './pace';

test('as many as fit in go at once, the next one when the first is long enough ago', async () => {
  vi.useFakeTimers();
  try {
    const pace = new Pace(3);
    const gone: number[] = [];
    const start = performance.now();
    const all = (async () => {
      for (let n = 0; n < 7; n += 1) {
        await pace.turn();
        pace.count();
        gone.push(performance.now() - start);
      }
    })();
    await vi.advanceTimersByTimeAsync(25_000);
    await all;
    expect(gone).toEqual([0, 0, 0, 10_000, 10_000, 10_000, 20_000]);
  } finally {
    vi.useRealTimers();
  }
});
