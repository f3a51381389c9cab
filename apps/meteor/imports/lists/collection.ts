import type { List } from '@meteor-vs-mean/contract';
import { Mongo } from 'meteor/mongo';

export const Lists = new Mongo.Collection<List>('lists');
