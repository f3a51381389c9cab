import type { Message } from '@meteor-vs-mean/contract';
import { Mongo } from 'meteor/mongo';

export const Messages = new Mongo.Collection<Message>('messages');
