/** The steps of a flow, and those in its loops. */
export function stepsIn(flow: unknown): Record<string, unknown>[] {
  return [flow].flat(2).flatMap((step) => {
    if (step === null || typeof step !== 'object') return [];
    const { loop } = step as { loop?: unknown };
    return [step as Record<string, unknown>, ...(loop === undefined ? [] : stepsIn(loop))];
  });
}

/** @returns whether a step of the flow waits for an event: then its virtual users keep what comes */
export function receives(flow: unknown): boolean {
  return stepsIn(flow).some(
    ({ wait, call }) => wait !== undefined || Object.hasOwn(Object(call), 'response'),
  );
}
