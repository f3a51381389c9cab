import { ContractError, limits, type Presence } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { speakerName } from '../accounts/names';
import { assertRoomForOne } from '../assert-room-for-one';
import { defineMethods } from '../define-methods';
import { Rooms } from '../rooms/collection';
import { Presences } from './collection';
import { followConnection, ownedOf } from './owned';

// On the server alone: who is here is for the server to say, so there are no stubs.

Meteor.onConnection(followConnection);

function notOwner(_id: string): ContractError {
  return new ContractError('not-owner', `Presence ${_id} belongs to another connection`);
}

defineMethods({
  async 'presence.beat'({ _id, roomId, nickname }, { connection, userId }) {
    const owned = connection && ownedOf(connection);
    if (!owned) throw notOwner(_id);
    const [name] = await Promise.all([
      speakerName(userId, nickname),
      owned.get(_id) !== roomId && assertPlace(_id, roomId),
    ]);

    const $set = { roomId, nickname: name, expiresAt: new Date(Date.now() + limits.presence.expiry_ms) };
    // MongoDB may have removed what expired: an owner's beat brings it back. What is there and isn't the caller's is
    // somebody else's, also if their server crashed.
    if (owned.has(_id)) await Presences.upsertAsync({ _id }, { $set });
    else if (!(await insertedNew({ _id, ...$set }))) throw notOwner(_id);
    owned.set(_id, roomId);
    // The connection closed meanwhile, and took what it had with it: not this one.
    if (ownedOf(connection) !== owned) await Presences.removeAsync({ _id });
    return null;
  },

  async 'presence.leave'({ _id }, { connection }) {
    const owned = connection && ownedOf(connection);
    if (owned?.delete(_id)) await Presences.removeAsync({ _id });
    else if (await Presences.findOneAsync({ _id }, { fields: { _id: 1 } })) throw notOwner(_id);
    return null;
  },
});

/** @returns false if that id is taken */
async function insertedNew(presence: Presence): Promise<boolean> {
  try {
    await Presences.insertAsync(presence);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 11000) return false;
    throw error;
  }
}

async function assertPlace(_id: string, roomId: string): Promise<void> {
  if (!(await Rooms.findOneAsync({ _id: roomId }, { fields: { _id: 1 } }))) {
    throw new ContractError('not-found', `There is no room ${roomId}`);
  }
  const others = { roomId, _id: { $ne: _id }, expiresAt: { $gt: new Date() } };
  await assertRoomForOne(Presences, others, limits.presencePerRoom, 'people in a room');
}
