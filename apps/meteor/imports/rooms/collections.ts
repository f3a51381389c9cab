import type { Message, Presence, Room } from '@meteor-vs-mean/contract';
import { Mongo } from 'meteor/mongo';

export const Rooms = new Mongo.Collection<Room>('rooms');
export const Messages = new Mongo.Collection<Message>('messages');
export const Presences = new Mongo.Collection<Presence>('presence');
