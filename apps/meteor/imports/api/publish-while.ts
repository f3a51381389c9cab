import type { Meteor, Subscription } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { hooks } from './hooks';

/** Nothing that it is told of is changed here: Meteor need not copy it for each subscriber. */
const options = { nonMutatingCallbacks: true };

/**
 * Publishes a query for as long as a document says so, by hand: a publication that returns a cursor can't take it back.
 * @param deciding finds that document, if it is there; only its fields that count
 * @param allows called whenever it changes
 * @param shown what is published meanwhile
 * @param collection of `shown`
 */
export async function publishWhile<Deciding extends { _id: string }, Shown extends { _id: string }>(
  subscription: Subscription,
  deciding: Mongo.Cursor<Deciding>,
  allows: (document: Deciding) => boolean,
  shown: Mongo.Cursor<Shown>,
  collection: string,
): Promise<void> {
  let view: View<Shown> | undefined;
  let document: Deciding | undefined;
  const decide = (): void => {
    const allowed = document !== undefined && allows(document);
    if (allowed) {
      view ??= new View(subscription, shown, collection);
    } else {
      view?.takeBack();
      view = undefined;
    }
  };
  const callbacks = {
    added: (_id: string, fields: object) => {
      document = { _id, ...fields } as Deciding;
      decide();
    },
    changed: (_id: string, fields: object) => {
      document = { ...document, ...fields } as Deciding;
      decide();
    },
    removed: () => {
      document = undefined;
      decide();
    },
  };
  const handle: Meteor.LiveQueryHandle = await deciding.observeChanges(callbacks, options);
  subscription.onStop(() => {
    handle.stop();
    view?.stop();
  });
  await view?.begun;
  subscription.ready();
}

/** What a subscriber is shown of a query, from when they may see it until they may not. */
class View<Shown extends { _id: string }> {
  /** Once all that was found at first was sent. */
  readonly begun: Promise<void>;
  readonly #subscription: Subscription;
  readonly #collection: string;
  /** What the subscriber holds. Meteor knows that too, or not, as its publication strategy is. */
  readonly #ids = new Set<string>();
  #handle: Meteor.LiveQueryHandle | undefined;
  #stopped = false;

  constructor(subscription: Subscription, shown: Mongo.Cursor<Shown>, collection: string) {
    this.#subscription = subscription;
    this.#collection = collection;
    this.begun = this.#begin(shown).catch((error) => subscription.error(error));
  }

  /** In its turn, also when it is only later that the subscriber may see it. */
  async #begin(shown: Mongo.Cursor<Shown>): Promise<void> {
    const end = await hooks.admit(this.#subscription.connection, shown, () => this.#stopped);
    try {
      if (!this.#stopped) await this.#observe(shown);
    } finally {
      end();
    }
  }

  async #observe(shown: Mongo.Cursor<Shown>): Promise<void> {
    const ids = this.#ids;
    const subscription = this.#subscription;
    const collection = this.#collection;
    const handle = await shown.observeChanges(
      {
        added: (id: string, fields: object) => {
          if (this.#stopped) return;
          ids.add(id);
          subscription.added(collection, id, fields as Record<string, unknown>);
        },
        changed: (id: string, fields: object) => {
          if (!this.#stopped) subscription.changed(collection, id, fields as Record<string, unknown>);
        },
        removed: (id: string) => {
          if (ids.delete(id)) subscription.removed(collection, id);
        },
      },
      options,
    );
    // It may have been stopped while it began.
    if (this.#stopped) handle.stop();
    else this.#handle = handle;
  }

  /** The subscriber holds none of it any more, from now on. */
  takeBack(): void {
    this.stop();
    for (const id of this.#ids) this.#subscription.removed(this.#collection, id);
    this.#ids.clear();
  }

  stop(): void {
    this.#stopped = true;
    this.#handle?.stop();
  }
}
