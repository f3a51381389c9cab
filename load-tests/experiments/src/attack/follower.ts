import type { Change, Client, Subscription } from '@meteor-vs-mean/pubsub-client';

/** What one subscriber of a list sees: the texts of its todos, by id. It reconnects by itself. */
export class Follower {
  readonly #texts = new Map<string, unknown>();
  /** Adds of a todo that was there already: the same write, twice. */
  doubled = 0;
  #subscription: Subscription | undefined;

  private constructor(client: Client) {
    client.onChange((change) => this.#take(change));
    client.onDisconnect(() => this.#texts.clear());
    client.onReconnect(() => this.#begin());
  }

  static async follow(client: Client, listId: string): Promise<Follower> {
    const follower = new Follower(client);
    follower.#subscription = await client.subscribe('todos.byList', { listId });
    follower.#begin();
    return follower;
  }

  /** By id, in one text: two views are the same if these are. */
  get seen(): string {
    return textOf(this.#texts);
  }

  /** Over DDP the snapshot came as changes, before the subscription was ready. */
  #begin(): void {
    const { documents = [] } = (this.#subscription?.snapshot ?? {}) as {
      documents?: { _id: string; text: unknown }[];
    };
    for (const { _id, text } of documents) this.#texts.set(_id, text);
  }

  #take({ event, collection, args }: Change): void {
    if (collection !== undefined && collection !== 'todos') return;
    const { id, fields } = collection === undefined ? socketIo(event, args) : (args[0] as Taken);
    if (event === 'removed') this.#texts.delete(id);
    else if (event === 'added') {
      if (this.#texts.has(id)) this.doubled++;
      this.#texts.set(id, fields?.text);
    } else if (event === 'changed' && fields && 'text' in fields) this.#texts.set(id, fields.text);
  }
}

interface Taken {
  id: string;
  fields?: { text?: unknown };
}

function socketIo(event: string, args: unknown[]): Taken {
  if (event !== 'added') return { id: args[1] as string, fields: args[2] as Taken['fields'] & object };
  const document = args[1] as { _id: string; text: unknown };
  return { id: document._id, fields: document };
}

/** As `seen` has it, of what a database holds. */
export function textOf(texts: Iterable<readonly [string, unknown]>): string {
  return JSON.stringify([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
