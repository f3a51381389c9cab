import { openRelay } from '@meteor-vs-mean/testbed/relay';
import type { Between } from '../../src/context/network.ts';
import { WebSocketFrames } from './websocket-frames.ts';
import { tapWebSocket } from './websocket-taps.ts';

/** A connection's messages from the app, each in the bytes that it came in. */
export interface Messages {
  /** The text of a message. */
  onText(text: string, frame: Buffer): void;
  /** All else: pings, frames that carry no text. */
  onOther(frame: Buffer): void;
}

/** What happens to the messages of one connection on their way to the client: `next` takes them further. */
export type Fault = (next: Messages) => Messages;

/**
 * A relay of websockets that hands on what the fault lets through. It knows nothing of who sends or receives messages.
 * @param delay_ms by how much later everything from the app comes
 */
export function faultyWay(fault: Fault, delay_ms = 0): Between {
  return (target) =>
    openRelay(target, {
      delay_ms: { down: delay_ms },
      tap() {
        const frames = new WebSocketFrames();
        let messages: Messages | undefined;
        return tapWebSocket({
          down(chunk, _, pass) {
            messages ??= fault({ onText: (_, frame) => pass(frame), onOther: pass });
            for (const { opcode, isLast, payload, bytes } of frames.take(chunk)) {
              if (opcode === 1 && isLast) messages.onText(String(payload), bytes);
              else messages.onOther(bytes);
            }
          },
        });
      },
    });
}
