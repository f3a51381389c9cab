import { fromWire } from '@meteor-vs-mean/contract';
import type { DatabaseWatch } from './database.ts';
import type { NamedPlace, Observer, Place } from './observer.ts';
import type { Sighting } from './sighting.ts';

/** Of lists and of rooms: both together stay under what one connection may subscribe to at once. */
const followed = 40;

/** Follows the newest lists and rooms, in every app. */
export class Places {
  readonly #observers: readonly Observer[];
  readonly #tell: (places: NamedPlace[]) => void;
  #places: NamedPlace[] = [];
  /** One that isn't among them, and is open on the page. */
  #visited: Place | undefined;

  private constructor(observers: readonly Observer[], tell: (places: NamedPlace[]) => void) {
    this.#observers = observers;
    this.#tell = tell;
  }

  static async open(
    observers: readonly Observer[],
    database: DatabaseWatch,
    tell: (places: NamedPlace[]) => void,
  ): Promise<Places> {
    const places = new Places(observers, tell);
    for (const observer of observers) {
      // An app that has ended refuses connections until it is started again.
      observer.onReconnect(() => {
        Promise.all(places.all.map((place) => observer.follow(place))).catch(() => {});
      });
    }
    // One less of each than is followed later: the page may make one of its own.
    for (const place of (await database.newest(followed - 1)).reverse()) await places.add(place);
    return places;
  }

  /** Newest first. */
  get all(): NamedPlace[] {
    return this.#places;
  }

  /** Resolves when changes in it are seen in every app. */
  async add(place: NamedPlace): Promise<void> {
    if (!this.#places.some(({ id }) => id === place.id)) {
      this.#places = [place, ...this.#places];
      this.#tell(this.#places);
      const sameKind = this.#places.filter(({ kind }) => kind === place.kind);
      for (const old of sameKind.slice(followed)) await this.#remove(old.id);
    }
    await Promise.all(this.#observers.map((observer) => observer.follow(place)));
  }

  /** Follows one that may not be among the newest, until another is visited. */
  async visit(place: Place): Promise<void> {
    const isKnown = (id: string): boolean => this.#places.some((known) => known.id === id);
    if (isKnown(place.id) || this.#visited?.id === place.id) return;
    await Promise.all(this.#observers.map((observer) => observer.follow(place)));
    const before = this.#visited;
    this.#visited = place;
    if (before && !isKnown(before.id)) {
      await Promise.all(this.#observers.map((observer) => observer.unfollow(before)));
    }
  }

  /** Keeps up with what MongoDB says of lists and rooms. */
  async note({ collection, event, id, fields }: Sighting): Promise<void> {
    if (collection !== 'lists' && collection !== 'rooms') return;
    if (event === 'removed') return this.#remove(id);
    if (event === 'added') {
      const { name, createdAt } = fromWire<{ name: string; createdAt?: Date }>(fields as never);
      return this.add({ kind: collection, id, name, createdAt });
    }
    this.#places = this.#places.map((place) =>
      place.id === id && typeof fields.name === 'string' ? { ...place, name: fields.name } : place,
    );
    this.#tell(this.#places);
  }

  async #remove(id: string): Promise<void> {
    const place = this.#places.find((known) => known.id === id);
    if (!place) return;
    this.#places = this.#places.filter((known) => known !== place);
    this.#tell(this.#places);
    await Promise.all(this.#observers.map((observer) => observer.unfollow(place)));
  }
}
