import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Client, type ConnectOptions, transports } from './client.ts';
import { DdpClient } from './ddp-client.ts';
import { PubSubError } from './error.ts';
import { SocketIoClient } from './socketio-client.ts';

/**
 * Connects, and logs in where that is asked for.
 * @throws PubSubError (as a rejection): `refused`, `timeout`, `protocol`, or the server's own code for a login
 */
export async function connect(options: ConnectOptions): Promise<Client> {
  if (!transports.includes(options.transport)) {
    throw new PubSubError('option', `transport: "${options.transport}" is none of ${transports.join(', ')}`);
  }
  if (!/^(https?|wss?):\/\/[^/]/.test(options.url)) {
    throw new PubSubError('option', `url: "${options.url}" should begin like http://127.0.0.1:3000`);
  }
  assertLogin(options);
  const client =
    options.transport === 'socketio'
      ? new SocketIoClient(options, await parserOf(options))
      : new DdpClient(options);
  await client.open();
  return client;
}

/** @throws PubSubError that names no value: some are secret */
function assertLogin({ transport, login }: ConnectOptions): void {
  if (login === undefined || (transport === 'socketio') === 'post' in login) return;
  const right = transport === 'socketio' ? '{ post, json }' : '{ user, password } or { resume }';
  const given = Object.keys(login).join(', ');
  throw new PubSubError('option', `login: for ${transport} it is ${right}, not { ${given} }`);
}

/** @returns undefined for Socket.io's own */
async function parserOf({ parser }: ConnectOptions): Promise<object | undefined> {
  if (parser === undefined) return undefined;
  const from = /^[./]/.test(parser) ? pathToFileURL(path.resolve(parser)).href : parser;
  const module = await import(from).catch((error: Error) => {
    throw new PubSubError('option', `parser: ${parser} can't be loaded: ${error.message} (npm install it)`);
  });
  const found = module.Encoder ? module : module.default;
  if (typeof found?.Encoder === 'function' && typeof found.Decoder === 'function') return found;
  throw new PubSubError(
    'option',
    `parser: ${parser} has no Encoder and Decoder, as a parser of Socket.io has`,
  );
}
