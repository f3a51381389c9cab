import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { speakerName } from '../accounts/names';
import { defineMethods } from '../app/define-methods';
import { assertRoom } from './assert-room';
import { Presences } from './collections';
import { expiryFromNow, ownedOf } from './owned';

// On the server alone: only it knows who is connected.

defineMethods({
  async 'presence.enter'({ _id, roomId, nickname }, { connection, userId }) {
    const owned = ownedOf(connection);
    if (!owned) throw notOwner(_id);
    const [name] = await Promise.all([speakerName(userId, nickname), assertRoom(roomId)]);
    assertPlace(owned, _id, roomId);

    const before = owned.get(_id);
    const place = { roomId, nickname: name, expiresAt: expiryFromNow() };
    owned.set(_id, roomId);
    try {
      if (before) await Presences.upsertAsync(_id, { $set: place });
      else await Presences.insertAsync({ _id, ...place });
    } catch (error) {
      if (!before) owned.delete(_id);
      throw (error as { code?: unknown }).code === 11000 ? notOwner(_id) : error;
    }
    // The connection closed meanwhile, and its presences were removed before this one was inserted.
    if (!ownedOf(connection)) await Presences.removeAsync(_id);
    return null;
  },

  async 'presence.leave'({ _id }, { connection }) {
    if (ownedOf(connection)?.delete(_id)) await Presences.removeAsync(_id);
    else if (await Presences.findOneAsync(_id)) throw notOwner(_id);
    return null;
  },
});

function notOwner(_id: string): ContractError {
  return new ContractError('not-owner', `Presence ${_id} belongs to another connection`);
}

/** @throws ContractError `limit-reached`: a connection is in a room once, and in a few rooms */
function assertPlace(owned: Map<string, string>, _id: string, roomId: string): void {
  const others = [...owned].filter(([id]) => id !== _id).map(([, room]) => room);
  if (others.includes(roomId)) throw new ContractError('limit-reached', 'A connection is in a room once');
  const most = limits.presencesPerConnection;
  if (others.length < most) return;
  throw new ContractError('limit-reached', `A connection is in ${most} rooms at most`);
}
