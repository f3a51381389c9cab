import type { Room } from '@meteor-vs-mean/contract';
import { Mongo } from 'meteor/mongo';

export const Rooms = new Mongo.Collection<Room>('rooms');
