import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { configureAccounts } from '/imports/api/accounts/config';
import { guardLogIns } from '/imports/api/accounts/log-in';
import { guardLogOuts } from '/imports/api/accounts/log-out';
import { serveSessionCookie } from '/imports/api/accounts/session-cookie';
import { createIndexes } from '/imports/api/indexes';
import { choosePublicationStrategy } from '/imports/api/publication-strategy';
import { sendSecurityHeaders } from '/imports/app/headers';
import { limitSubscriptions } from '/imports/app/open-subscriptions';
import { serveReadiness } from '/imports/app/ready';
import { drainAtEnd } from '/imports/app/stop';
import { settings } from '/imports/guards/settings';
import { startGuards } from '/imports/guards/start';
import { redirectToCanonical } from '/imports/rendering/redirect';
import { servePages } from '/imports/rendering/serve-pages';
import '/imports/api/accounts/methods';
import '/imports/api/lists/methods';
import '/imports/api/lists/publications';
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
servePages(settings.forwardedCount);
// In development Meteor's tool ends the process whenever its code changes.
if (Meteor.isProduction) drainAtEnd();

// A screen reader has to know which language it reads.
WebApp.addHtmlAttributeHook(() => ({ lang: 'en' }));

Meteor.startup(async () => {
  limitSubscriptions();
  serveReadiness();
  await sendSecurityHeaders(settings.frameAncestors);
  choosePublicationStrategy();
  await createIndexes();
});
