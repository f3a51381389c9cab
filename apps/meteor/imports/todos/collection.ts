import type { Todo } from '@meteor-vs-mean/contract';
import { Mongo } from 'meteor/mongo';

export const Todos = new Mongo.Collection<Todo>('todos');
