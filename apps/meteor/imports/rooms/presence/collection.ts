import type { Presence } from '@meteor-vs-mean/contract';
import { Mongo } from 'meteor/mongo';

export const Presences = new Mongo.Collection<Presence>('presence');
