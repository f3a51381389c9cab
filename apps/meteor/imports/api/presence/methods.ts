import { bounds, ContractError, limits, type Presence } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { speakerName } from '../accounts/names';
import { defineMethods } from '../define-methods';
import { insertWithin } from '../insert-within';
import { isThere } from '../is-there';
import { Rooms } from '../rooms/collection';
import { Presences } from './collection';
import { followConnection, ownedOf } from './owned';

// On the server alone: who is here is for the server to say, so there are no stubs.

Meteor.onConnection(followConnection);

function noRoom(_id: string): ContractError {
  return new ContractError('not-found', `There is no room ${_id}`);
}

function notOwner(_id: string): ContractError {
  return new ContractError('not-owner', `Presence ${_id} belongs to another connection`);
}

defineMethods({
  async 'presence.beat'({ _id, roomId, nickname }, { connection, userId }) {
    const owned = connection && ownedOf(connection);
    if (!owned) throw notOwner(_id);
    const [name] = await Promise.all([speakerName(userId, nickname), assertRoom(roomId)]);
    assertPlace(owned, _id, roomId);

    const $set = { roomId, nickname: name, expiresAt: new Date(Date.now() + limits.presence.expiry_ms) };
    // MongoDB may have removed what expired: an owner's beat brings it back. What is there and isn't the caller's is
    // somebody else's, also if their server crashed.
    const isOwn = owned.has(_id);
    owned.set(_id, roomId);
    try {
      if (!isOwn || (await Presences.updateAsync({ _id }, { $set })) === 0) await insert({ _id, ...$set });
    } catch (error) {
      owned.delete(_id);
      throw error;
    }
    // The connection closed meanwhile, and took what it had with it; or the room was removed, and who was in it before
    // this one was there.
    const isGone = ownedOf(connection) !== owned;
    if (isGone || !(await isThere(Rooms, roomId))) {
      owned.delete(_id);
      await Presences.removeAsync({ _id });
      if (!isGone) throw noRoom(roomId);
    }
    return null;
  },

  async 'presence.leave'({ _id }, { connection }) {
    const owned = connection && ownedOf(connection);
    if (owned?.delete(_id)) await Presences.removeAsync({ _id });
    else if (await Presences.findOneAsync({ _id }, { fields: { _id: 1 } })) throw notOwner(_id);
    return null;
  },
});

async function insert(presence: Presence): Promise<void> {
  const { _id, roomId } = presence;
  const most = limits.presencePerRoom;
  const present = { roomId, expiresAt: { $gt: new Date() } };
  try {
    await insertWithin(
      { key: bounds.presencesIn(roomId), most, what: 'people in a room' },
      () => Presences.find(present, { limit: most }).countAsync(),
      () => Presences.insertAsync(presence),
    );
  } catch (error) {
    throw (error as { code?: unknown }).code === 11000 ? notOwner(_id) : error;
  }
}

async function assertRoom(_id: string): Promise<void> {
  if (!(await isThere(Rooms, _id))) throw noRoom(_id);
}

/** @throws ContractError `limit-reached`: a connection is in a room once, and in a few rooms */
function assertPlace(owned: Map<string, string>, _id: string, roomId: string): void {
  const others = [...owned].filter(([id]) => id !== _id).map(([, room]) => room);
  if (others.includes(roomId)) throw new ContractError('limit-reached', 'A connection is in a room once');
  if (others.length < limits.presencesPerConnection) return;
  throw new ContractError(
    'limit-reached',
    `A connection is in ${limits.presencesPerConnection} rooms at most`,
  );
}
