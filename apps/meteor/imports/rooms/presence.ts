import { ContractError } from '@meteor-vs-mean/contract/errors';
import { assertPlace } from '@meteor-vs-mean/contract/place';
import { speakerName } from '../accounts/names';
import { isDuplicateKey } from '../app/contract-error';
import { defineMethods } from '../app/define-methods';
import { assertRoom } from './assert-room';
import { Presences } from './collections';
import { expiryFromNow, ownedOf } from './owned';

// Only on the server, which knows the connections.

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
      throw isDuplicateKey(error) ? notOwner(_id) : error;
    }
    // The connection closed in the meantime, and its presences were removed before this one was inserted.
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
  return new ContractError('not-owner', `Presence '${_id}' belongs to another connection`);
}
