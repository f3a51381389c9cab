import { decode } from './decode.ts';
import { sessionOf } from './reader.ts';
import { type Scenario, scenarioOf } from './scenario.ts';
import { findSecrets } from './secrets.ts';
import { Values } from './values.ts';
import type { Recording } from './wire.ts';

export type { Scenario } from './scenario.ts';

const remedy =
  'open DevTools before the page, or reload it, so that the connection is recorded from its beginning';

/**
 * Pure: writes the scenario of a recording.
 * @throws Error of one line if the recording holds no connection that can be repeated
 */
export function scenarioFrom(recording: Recording): Scenario {
  const decoded = decode(recording);
  const session = sessionOf(decoded, recording);
  if (session === undefined) {
    const [stranger] = decoded.strangers;
    if (decoded.connections.length > 0 || recording.lateSockets.length > 0) {
      throw new Error(`a WebSocket opened before the recording began: ${remedy}`);
    }
    if (stranger !== undefined) {
      throw new Error(`${stranger.url.split('?')[0]} is ${stranger.why}, and there is no other WebSocket`);
    }
    throw new Error(`there is no WebSocket in it: ${remedy}`);
  }
  const secrets = findSecrets(recording, decoded.messages);
  return scenarioOf(session, new Values(session, recording, secrets), secrets, recording);
}
