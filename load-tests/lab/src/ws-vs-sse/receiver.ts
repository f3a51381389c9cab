/** Opens one connection; @returns what closes it. */
export type Connect = (url: string, onOpen: () => void, onText: (text: string) => void) => () => void;

/** Since it began. */
export interface Received {
  /** Of its own clock. */
  at_ms: number;
  batches: number;
  chars: number;
}

export interface ReceiverCommands {
  /** Opens as many as are missing; resolves with how many are open when all are, or when no further one opens. */
  open(command: { url: string; connections: number }): Promise<number>;
  count(): Received;
  close(): void;
}

/**
 * The client, in a tab and in Node alike: it counts. Its text is sent to the tab, so it uses nothing from outside.
 */
export function makeReceiver(connect: Connect): ReceiverCommands {
  /** A browser that keeps connections waiting says nothing about it. */
  const patience_ms = 1000;
  const closes: (() => void)[] = [];
  let opened = 0;
  let batches = 0;
  let chars = 0;
  return {
    open({ url, connections }) {
      return new Promise((resolve) => {
        const over = () => resolve(opened);
        let late = setTimeout(over, patience_ms);
        const onOpen = () => {
          opened += 1;
          clearTimeout(late);
          if (opened === connections) over();
          else late = setTimeout(over, patience_ms);
        };
        const onText = (text: string) => {
          batches += 1;
          chars += text.length;
        };
        while (closes.length < connections) closes.push(connect(url, onOpen, onText));
      });
    },
    count: () => ({ at_ms: performance.now(), batches, chars }),
    close() {
      // Those that still wait for their turn first: else they would get it.
      for (const close of closes.splice(0).reverse()) close();
      opened = 0;
    },
  };
}
