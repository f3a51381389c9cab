/** Resolves at the first Ctrl-C or SIGTERM. The second one ends us at once; what we started ends with us. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        count += 1;
        if (count > 1) process.exit(1);
        resolve();
      });
    }
  });
}
