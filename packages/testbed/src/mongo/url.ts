import { ConnectionString } from 'mongodb-connection-string-url';

/**
 * @param mongo a running MongoDB, or the URL of one
 * @param database a database name
 * @param options of the address, over those that it has
 * @returns the URL with this database in its path
 */
export function urlOf(
  mongo: { readonly url: string },
  database: string,
  options: Record<string, string> = {},
): string {
  const url = new ConnectionString(mongo.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value);
  return url.toString();
}

/** @returns the database that a MongoDB URL names; undefined if it names none, or if it isn't such a URL */
export function databaseOf(text: string): string | undefined {
  try {
    return decodeURIComponent(new ConnectionString(text).pathname.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * A user's MONGO_URL without its database, so that every database of ours can be put in. Where the path's database
 * is also what the credentials belong to, `authSource` takes its place.
 *
 * @throws if it isn't a MongoDB URL
 */
export function serverUrl(text: string): string {
  let url: ConnectionString;
  try {
    url = new ConnectionString(text);
  } catch (error) {
    throw new Error(
      `MONGO_URL is not a MongoDB address (${(error as Error).message}). It looks like mongodb://127.0.0.1:27017/?replicaSet=rs0`,
    );
  }
  const database = decodeURIComponent(url.pathname.slice(1));
  const options = url.typedSearchParams<{ authSource: string }>();
  if (database !== '' && url.username !== '' && !options.has('authSource')) {
    options.set('authSource', database);
  }
  url.pathname = '/';
  return url.toString();
}

/** The URL with its password blotted out: for people's eyes. */
export function redacted(text: string): string {
  return new ConnectionString(text).redact().toString();
}

/** @returns true if every host of the URL is this machine by its loopback address */
export function isLocal(text: string): boolean {
  const url = new ConnectionString(text);
  return (
    !url.isSRV && url.hosts.every((host) => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/.test(host))
  );
}
