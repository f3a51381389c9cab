import { directUrlOf, primaryOf } from '@meteor-vs-mean/mongo';
import { openRelay, type Relay } from '@meteor-vs-mean/relay';

/** MongoDB over a way that keeps one command back. */
export interface HeldMongo {
  readonly url: string;
  readonly relay: Relay;
  /** Resolves when the command has come. */
  readonly hasCome: Promise<void>;
  /** Passes it on, and what came after it. */
  pass(): void;
}

/**
 * Leads to a MongoDB's primary, and keeps the first insert into a collection back.
 * @param url of the MongoDB
 */
export async function holdInsert(url: string, collection: string): Promise<HeldMongo> {
  const { promise: hasCome, resolve: come } = Promise.withResolvers<void>();
  const { promise: isToPass, resolve: pass } = Promise.withResolvers<void>();
  const command = insertInto(collection);
  const primary = new URL(`mongodb://${await primaryOf(url)}`);
  const relay = await openRelay(
    { host: primary.hostname, port: Number(primary.port) },
    {
      tap() {
        /** What came before, on this connection: nothing may overtake it. */
        let before = Promise.resolve();
        return {
          up(chunk, _at_ns, passOn) {
            if (chunk.includes(command)) {
              come();
              before = before.then(() => isToPass);
            }
            before = before.then(() => passOn(chunk));
          },
        };
      },
    },
  );
  return { url: directUrlOf({ url }, `${relay.host}:${relay.port}`), relay, hasCome, pass };
}

/** How BSON begins the command: the field `insert`, and in it the collection's name as a string. */
function insertInto(collection: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(collection.length + 1);
  return Buffer.concat([Buffer.from('\x02insert\0'), length, Buffer.from(`${collection}\0`)]);
}
