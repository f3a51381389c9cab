import type { CollectionName } from '@meteor-vs-mean/contract';
import type { WriteEvent } from './event.ts';
import type { View } from './view.ts';

/** The views of one collection. */
interface OfCollection {
  all: Set<View>;
  /** Views whose filter has a string value for one field, by field and value. */
  byField: Map<string, Map<string, Set<View>>>;
  /** The others. */
  rest: Set<View>;
}

/**
 * Finds the views that a write may affect. An insert can only affect views whose filter matches a value of the
 * document, and a view of one document is only affected by writes to it. For other writes, asking each view whether it
 * has the document costs less than an index of all documents.
 */
export class ViewIndex {
  readonly #collections = new Map<CollectionName, OfCollection>();

  add(view: View): void {
    const ofCollection = this.#of(view.query.collection);
    ofCollection.all.add(view);
    const key = keyOf(view);
    if (!key) return void ofCollection.rest.add(view);
    const byText = ofCollection.byField.get(key.field) ?? new Map<string, Set<View>>();
    ofCollection.byField.set(key.field, byText);
    byText.set(key.text, (byText.get(key.text) ?? new Set()).add(view));
  }

  delete(view: View): void {
    const ofCollection = this.#of(view.query.collection);
    ofCollection.all.delete(view);
    ofCollection.rest.delete(view);
    const key = keyOf(view);
    if (!key) return;
    const byText = ofCollection.byField.get(key.field);
    const views = byText?.get(key.text);
    views?.delete(view);
    if (views?.size === 0) byText?.delete(key.text);
    if (byText?.size === 0) ofCollection.byField.delete(key.field);
  }

  apply(event: WriteEvent): void {
    const ofCollection = this.#collections.get(event.collection);
    if (!ofCollection) return;
    const isInsert = event.kind === 'put' && event.isNew;
    const id = event.kind === 'put' ? event.document._id : event.id;
    for (const [field, byText] of ofCollection.byField) {
      if (field === '_id') applyTo(byText.get(id), event);
      else if (isInsert) applyTo(byText.get(event.document[field] as string), event);
      else for (const views of byText.values()) applyTo(views, event);
    }
    applyTo(ofCollection.rest, event);
  }

  /** @param collection all, if absent */
  reload(collection?: CollectionName): void {
    for (const [name, { all }] of this.#collections) {
      if (!collection || name === collection) for (const view of all) view.reload();
    }
  }

  #of(collection: CollectionName): OfCollection {
    let ofCollection = this.#collections.get(collection);
    if (!ofCollection) {
      ofCollection = { all: new Set(), byField: new Map(), rest: new Set() };
      this.#collections.set(collection, ofCollection);
    }
    return ofCollection;
  }
}

function applyTo(views: Iterable<View> | undefined, event: WriteEvent): void {
  if (views) for (const view of views) view.apply(event);
}

/** The value that an insert must have to enter the view, if the filter has a string value. */
function keyOf({ query }: View): { field: string; text: string } | undefined {
  const [[field, text] = [], ...others] = Object.entries(query.filter);
  if (field === undefined || others.length > 0 || field.includes('.')) return undefined;
  return typeof text === 'string' ? { field, text } : undefined;
}
