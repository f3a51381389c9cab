import { type CollectionName, collectionNames, documents } from '@meteor-vs-mean/contract';
import type { Db } from 'mongodb';

/** Parses all documents of a database by the contract's schemas. @returns a line for each that breaks them */
export async function violationsIn(db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const name of collectionNames) {
    for await (const document of db.collection(name).find()) {
      const { success, error } = documents[name as CollectionName].safeParse(document);
      if (!success) found.push(`${name} ${JSON.stringify(document._id)}: ${error.issues[0]?.message}`);
      else if (!isKeptAsItIs(document)) found.push(`${name} ${JSON.stringify(document._id)}: it has U+FFFD`);
    }
  }
  return found;
}

/** Nothing that is sent here has this character: MongoDB's driver puts it where text couldn't be kept. */
function isKeptAsItIs(document: object): boolean {
  return !JSON.stringify(document).includes('\ufffd');
}
