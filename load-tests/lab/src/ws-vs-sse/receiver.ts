/** Opens one connection; @returns what closes it. */
export type Connect = (url: string, onOpen: () => void, onText: (text: string) => void) => () => void;

/** Since it began. */
export interface Received {
  /** Of its own clock. */
  at_ms: number;
  batches: number;
  chars: number;
}

interface ReceiverCommands {
  /**
   * Opens as many as are missing. Resolves with how many are open when those are that can be, or after ten seconds.
   * @param command `most`: how many the client opens at a time; the others wait, without a word
   */
  open(command: { url: string; connections: number; most: number }): Promise<number>;
  count(): Received;
  close(): void;
}

/**
 * The client, in a tab and in Node alike: it counts. Its text is sent to the tab, so it uses nothing from outside.
 * @param use what else is done with each batch
 */
export function makeReceiver(connect: Connect, use: (text: string) => void = () => {}): ReceiverCommands {
  const patience_ms = 10_000;
  /** Long enough for one more to open, if it were to. */
  const grace_ms = 300;
  const closes: (() => void)[] = [];
  let opened = 0;
  let batches = 0;
  let chars = 0;
  return {
    open({ url, connections, most }) {
      return new Promise((resolve) => {
        const over = () => {
          clearTimeout(late);
          resolve(opened);
        };
        const late = setTimeout(over, patience_ms);
        const look = () => {
          if (opened >= connections) over();
          else if (opened >= most) setTimeout(over, grace_ms);
        };
        const onOpen = () => {
          opened += 1;
          look();
        };
        const onText = (text: string) => {
          batches += 1;
          chars += text.length;
          use(text);
        };
        look();
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
