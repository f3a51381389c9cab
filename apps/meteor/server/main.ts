import { Meteor } from 'meteor/meteor';
import { createIndexes } from '/imports/api/indexes';
import { choosePublicationStrategy } from '/imports/api/publication-strategy';
import { limitRates } from '/imports/api/rate-limits';
import '/imports/api/lists/methods';
import '/imports/api/lists/publications';
import '/imports/api/messages/methods';
import '/imports/api/messages/publications';
import '/imports/api/rooms/methods';
import '/imports/api/rooms/publications';
import '/imports/api/todos/methods';
import '/imports/api/todos/publications';

Meteor.startup(async () => {
  limitRates();
  choosePublicationStrategy();
  await createIndexes();
});
