import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { configureAccounts } from '/imports/api/accounts/config';
import { guardLogIns } from '/imports/api/accounts/log-in';
import { guardLogOuts } from '/imports/api/accounts/log-out';
import { serveSessionCookie } from '/imports/api/accounts/session-cookie';
import { startGuards } from '/imports/api/guards/start';
import { createIndexes } from '/imports/api/indexes';
import { choosePublicationStrategy } from '/imports/api/publication-strategy';
import { redirectToCanonical } from '/imports/rendering/redirect';
import { servePages } from '/imports/rendering/serve-pages';
import '/imports/api/policy';
import '/imports/api/accounts/methods';
import '/imports/api/lists/methods';
import '/imports/api/lists/publications';
import '/imports/api/lists/sharing';
import '/imports/api/messages/methods';
import '/imports/api/messages/publications';
import '/imports/api/presence/methods';
import '/imports/api/presence/publications';
import '/imports/api/rooms/methods';
import '/imports/api/rooms/publications';
import '/imports/api/todos/methods';
import '/imports/api/todos/publications';

configureAccounts();
guardLogIns();
guardLogOuts();
serveSessionCookie();
startGuards();
redirectToCanonical();
servePages();

// A screen reader has to know which language it reads.
WebApp.addHtmlAttributeHook(() => ({ lang: 'en' }));

Meteor.startup(async () => {
  choosePublicationStrategy();
  await createIndexes();
});
