import { list, milliseconds, whole } from '../numbers.ts';
import type { Summary } from '../results.ts';
import { addedBy, loadText } from '../self-table.ts';

export function selfVerdict({ self }: Summary): string[] {
  return self.map((measure) => {
    const { transport, deliveries_per_s, limitedBy } = measure;
    const loads = addedBy(measure).filter((_, index, all) => index === 0 || index === all.length - 1);
    const added = loads.map(
      (one) =>
        `${milliseconds(one.p50_ms ?? undefined)} at p50 and ${milliseconds(one.p99_ms ?? undefined)} at p99 with ${loadText(one)}`,
    );
    return `Over ${transport} the engine adds ${list(added)}; one process takes ${whole(deliveries_per_s)} deliveries a second; then ${limitedBy}.`;
  });
}
