import { readFileSync } from 'node:fs';
import {
  type AnswerShape,
  answerNames,
  type ConnectOptions,
  transports,
} from '@meteor-vs-mean/pubsub-client';
import { RunError } from '../failures/error.ts';
import type { Fields } from './fields.ts';

/**
 * Reads the options of a connection into those of pubsub-client; `timeout` is in seconds.
 * @param base the values of absent fields
 */
export function parseConnect(fields: Fields, base: Partial<ConnectOptions>): ConnectOptions {
  const transport = fields.oneOf('transport', transports) ?? base.transport;
  if (transport === undefined) fields.fail('transport', transports.join(' or '));
  const timeout_s = fields.number('timeout', 0.001, 'seconds above 0');
  const found: Partial<ConnectOptions> = {};
  const take = <Key extends keyof ConnectOptions>(key: Key, value: ConnectOptions[Key] | undefined) => {
    if (value !== undefined) found[key] = value;
  };
  take('compression', fields.flag('compression'));
  take('login', parseLogin(fields));
  take('auth', fields.object('auth'));
  take('query', fields.object('query'));
  take('transports', parseTransports(fields));
  take('path', parsePath(fields));
  take('namespace', fields.text('namespace'));
  take('subscribeEvent', fields.text('subscribeEvent'));
  take('unsubscribeEvent', fields.text('unsubscribeEvent'));
  take('subscribeAck', fields.flag('subscribeAck'));
  take('answer', parseAnswer(fields));
  take('parser', fields.text('parser'));
  take('headers', fields.object('headers') as Record<string, string> | undefined);
  const tls = parseTls(fields);
  // The engine's options replace Artillery's config.tls and -k.
  if (tls !== undefined) found.tls = { ...base.tls, ...tls };
  take('reconnect', fields.flag('reconnect'));
  if (timeout_s !== undefined) take('timeout_ms', timeout_s * 1000);
  return { ...base, ...found, transport } as ConnectOptions;
}

/** Socket.io's option: the transports of engine.io in their order. */
function parseTransports(fields: Fields): ConnectOptions['transports'] | undefined {
  const names = fields.list('transports');
  if (names === undefined) return undefined;
  const known = ['polling', 'websocket'];
  if (names.length === 0 || !names.every((name) => known.includes(String(name)))) {
    fields.fail('transports', 'a list of polling and websocket');
  }
  return names as ConnectOptions['transports'];
}

function parsePath(fields: Fields): string | undefined {
  const path = fields.text('path');
  if (path?.includes('?')) fields.fail('path', 'a path such as /socket.io; parameters belong in query');
  return path;
}

/** By its name, by paths to the error and to the result, or by the path to a value that means success. */
function parseAnswer(fields: Fields): AnswerShape | undefined {
  if (typeof fields.any('answer') !== 'object') return fields.oneOf('answer', answerNames);
  const paths = fields.child('answer');
  if (paths === undefined) return undefined;
  const result = paths.any('result') === undefined ? {} : { result: String(paths.any('result')) };
  if (paths.has('ok')) {
    const is = paths.list('is');
    const ok = String(paths.any('ok'));
    paths.end();
    return { ok, ...(is === undefined ? {} : { is }), ...result };
  }
  const error =
    paths.text('error') ??
    paths.fail('error', 'a path, e.g. 0.error: the first key is the number of an argument; or give ok');
  paths.end();
  return { error, ...result };
}

/** `ca` is a file, or its text. */
export function parseTls(fields: Fields): ConnectOptions['tls'] | undefined {
  const one = fields.child('tls');
  if (one === undefined) return undefined;
  const tls: ConnectOptions['tls'] = {};
  const ca = one.text('ca');
  const servername = one.text('servername');
  const rejectUnauthorized = one.flag('rejectUnauthorized');
  one.end();
  if (ca !== undefined && !one.isOpen('ca')) {
    tls.ca = ca.includes('-----BEGIN')
      ? ca
      : readCertificate(ca, () => one.fail('ca', 'a file with certificates'));
  }
  if (servername !== undefined) tls.servername = servername;
  if (rejectUnauthorized !== undefined) tls.rejectUnauthorized = rejectUnauthorized;
  return tls;
}

function readCertificate(file: string, fail: () => never): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fail();
  }
}

const loginKinds = [['user', 'password'], ['resume'], ['post', 'json'], ['post', 'json', 'token', 'into']];

function parseLogin(fields: Fields): ConnectOptions['login'] | undefined {
  if (fields.isOpen('login')) return undefined;
  const value = fields.object('login');
  if (value === undefined) return undefined;
  const given = Object.keys(value).sort().join();
  const kind = loginKinds.find((names) => [...names].sort().join() === given);
  const isRight = (name: string) =>
    name === 'json'
      ? value[name] !== null && typeof value[name] === 'object'
      : typeof value[name] === 'string';
  if (kind?.includes('into')) {
    const { token, into } = value;
    if (typeof token !== 'string') failLogin(fields, 'token', 'where the answer has it, e.g. $.token');
    if (typeof into !== 'string' || !/^(auth|query|headers)\..+/.test(into)) {
      failLogin(fields, 'into', 'auth.token, query.token or headers.Authorization');
    }
  }
  if (kind?.every(isRight)) return value as unknown as ConnectOptions['login'];
  // The message names the fields only: a value may be a password.
  throw new RunError(
    'config',
    `${fields.place('login')} should be { user, password } or { resume: <token> }, or for socketio { post: <path>, json: <body>, token, into }; ` +
      `it has ${Object.keys(value).join(', ') || 'nothing'}, or something else than text in them`,
  );
}

/** The message doesn't show the value: it may be a token. */
function failLogin(fields: Fields, name: string, right: string): never {
  throw new RunError('config', `${fields.place('login')}.${name} should be ${right}`);
}
