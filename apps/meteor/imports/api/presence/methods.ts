import { bounds, ContractError, limits, type Presence } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { speakerName } from '../accounts/names';
import { keepBound } from '../bounds';
import { defineMethods } from '../define-methods';
import { isWithinGrace } from '../grace';
import { isThere } from '../is-there';
import { Rooms } from '../rooms/collection';
import { Presences } from './collection';
import { followConnection, ownedOf, type Place } from './owned';

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
    const looked_ms = performance.now();
    const [name] = await Promise.all([speakerName(userId, nickname), assertRoom(roomId)]);
    assertPlace(owned, _id, roomId);

    const before = owned.get(_id);
    const place = { roomId, expiresAt: expiryFromNow() };
    owned.set(_id, place);
    try {
      await stayOrEnter({ _id, nickname: name, ...place }, before, looked_ms);
    } catch (error) {
      if (before === undefined) owned.delete(_id);
      else owned.set(_id, before);
      throw error;
    }
    // The connection closed meanwhile, and took what it had with it: perhaps not this one.
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

function expiryFromNow(): Date {
  return new Date(Date.now() + limits.presence.expiry_ms);
}

/**
 * What is there and isn't the caller's is somebody else's, also if their server crashed. Who has expired, or goes to another
 * room, takes a place there as anybody else; so does whom MongoDB took so long to keep there that others may have had the
 * place.
 * @param before where the caller was, by that id
 * @param looked_ms when it was looked whether the room is there
 */
async function stayOrEnter(
  { _id, ...$set }: Presence,
  before: Place | undefined,
  looked_ms: number,
): Promise<void> {
  const { roomId } = $set;
  const present = () => ({ roomId, expiresAt: { $gt: new Date() } });
  const hasStayed =
    before !== undefined && (await Presences.updateAsync({ _id, ...present() }, { $set })) > 0;
  if (hasStayed && before.expiresAt > new Date()) return;
  const bound = { key: bounds.presencesIn(roomId), most: limits.presencePerRoom, what: 'people in a room' };
  const takeBack = () => Presences.removeAsync({ _id });
  await keepBound(bound, {
    count: (limit, isIn) =>
      Presences.find({ ...present(), ...(isIn ? {} : { _id: { $ne: _id } }) }, { limit }).countAsync(),
    async insert() {
      if (before && (await Presences.updateAsync({ _id }, { $set })) > 0) return;
      await Presences.insertAsync({ _id, ...$set }).catch((error) => {
        throw error.code === 11000 ? notOwner(_id) : error;
      });
    },
    takeBack,
  }).catch(async (error) => {
    if (hasStayed) await takeBack();
    throw error;
  });
  if (isWithinGrace(looked_ms) || (await isThere(Rooms, roomId))) return;
  // The room was removed meanwhile, and who was in it before this one was there.
  await takeBack();
  throw noRoom(roomId);
}

async function assertRoom(_id: string): Promise<void> {
  if (!(await isThere(Rooms, _id))) throw noRoom(_id);
}

/**
 * A place that expired, because it was left without a word, is in nobody's way.
 * @throws ContractError `limit-reached`: a connection is in a room once, and in a few rooms
 */
function assertPlace(owned: Map<string, Place>, _id: string, roomId: string): void {
  for (const [id, { expiresAt }] of owned) if (id !== _id && expiresAt < new Date()) owned.delete(id);
  const others = [...owned].filter(([id]) => id !== _id).map(([, place]) => place.roomId);
  if (others.includes(roomId)) throw new ContractError('limit-reached', 'A connection is in a room once');
  if (others.length < limits.presencesPerConnection) return;
  throw new ContractError(
    'limit-reached',
    `A connection is in ${limits.presencesPerConnection} rooms at most`,
  );
}
