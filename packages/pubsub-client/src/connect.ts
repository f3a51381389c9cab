import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Client, type ConnectOptions, transports } from './client.ts';
import { DdpClient } from './ddp-client.ts';
import { PubSubError } from './error.ts';
import { SocketIoClient } from './socketio-client.ts';

/**
 * Connects, and logs in if requested.
 * @throws PubSubError (as a rejection): `refused`, `timeout`, `protocol`, or the server's own code for a login
 */
export async function connect(options: ConnectOptions): Promise<Client> {
  if (!transports.includes(options.transport)) {
    throw new PubSubError(
      'option',
      `transport: "${options.transport}" is not one of ${transports.join(', ')}`,
    );
  }
  if (!/^(https?|wss?):\/\/[^/]/.test(options.url)) {
    throw new PubSubError('option', `url: "${options.url}" must be like http://127.0.0.1:3000`);
  }
  assertLogin(options);
  const client =
    options.transport === 'socketio'
      ? new SocketIoClient(options, await parserOf(options))
      : new DdpClient(options);
  await client.open();
  return client;
}

/** @throws PubSubError that names no value, because some are secret */
function assertLogin({ transport, login }: ConnectOptions): void {
  if (login === undefined || (transport === 'socketio') === 'post' in login) return;
  const right = transport === 'socketio' ? '{ post, json }' : '{ user, password } or { resume }';
  const given = Object.keys(login).join(', ');
  throw new PubSubError('option', `login: ${transport} needs ${right}, not { ${given} }`);
}

/** @returns undefined for Socket.io's default parser */
async function parserOf({ parser }: ConnectOptions): Promise<object | undefined> {
  if (parser === undefined) return undefined;
  const from = /^[./]/.test(parser) ? pathToFileURL(path.resolve(parser)).href : parser;
  const module = await import(from).catch((error: Error) => {
    throw new PubSubError('option', `parser: can't load ${parser}: ${error.message} (npm install it)`);
  });
  const found = module.Encoder ? module : module.default;
  if (typeof found?.Encoder === 'function' && typeof found.Decoder === 'function') return found;
  throw new PubSubError(
    'option',
    `parser: ${parser} has no Encoder and Decoder, so it is not a Socket.io parser`,
  );
}
