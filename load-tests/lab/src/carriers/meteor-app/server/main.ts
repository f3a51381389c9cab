/**
 * A publication without a collection: what each subscriber is sent is handed in from outside, and no MongoDB is on the
 * way. This app needs nothing but Meteor's own DDP.
 */
import { DDPServer } from 'meteor/ddp-server';
import { Meteor, type Subscription } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
// Of it nothing is left when this is built: an app can't import what lies outside.
import type {} from '../../meteor-side.ts';

const publication = 'todos';
const { publicationStrategy } = Meteor.settings;
if (publicationStrategy !== undefined) {
  Meteor.server.setPublicationStrategy(publication, DDPServer.publicationStrategies[publicationStrategy]);
}

const subscriptions = new Set<Subscription>();
Meteor.publish(publication, function () {
  subscriptions.add(this);
  this.onStop(() => subscriptions.delete(this));
  this.ready();
});

WebApp.onListening(() => {
  globalThis.labCarriers?.({
    port: WebApp.httpServer.address().port,
    subscribers: () => subscriptions.size,
    deliver({ _id, ...fields }) {
      for (const subscription of subscriptions) subscription.added(publication, _id, fields);
    },
  });
});
