/** The minimum of a Meteor app for measuring fan-out and memory: no validation, no limits, no pages. */
import { Meteor } from 'meteor/meteor';
import { Mongo } from 'meteor/mongo';

const Lists = new Mongo.Collection('lists');
const Todos = new Mongo.Collection('todos');

Meteor.publish('todos.byList', ({ listId }) => Todos.find({ listId }));

Meteor.methods({
  async 'lists.insert'({ _id, name }) {
    await Lists.upsertAsync(_id, { $setOnInsert: { name, createdAt: new Date() } });
    return _id;
  },
  'todos.insert': ({ _id, listId, text }) =>
    Todos.insertAsync({ _id, listId, text, done: false, createdAt: new Date() }),
});

Meteor.startup(() => Todos.createIndexAsync({ listId: 1 }));
