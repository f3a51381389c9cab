import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { configureAccounts } from '/imports/accounts/config';
import { guardLogIns } from '/imports/accounts/log-in';
import { guardLogOuts } from '/imports/accounts/log-out';
import { serveSessionCookie } from '/imports/accounts/session-cookie';
import { sendSecurityHeaders } from '/imports/app/headers';
import { createIndexes } from '/imports/app/indexes';
import { limitSubscriptions } from '/imports/app/open-subscriptions';
import { choosePublicationStrategy } from '/imports/app/publication-strategy';
import { serveReadiness } from '/imports/app/ready';
import { redirectToCanonical } from '/imports/app/rendering/redirect';
import { servePages } from '/imports/app/rendering/serve-pages';
import { drainAtEnd } from '/imports/app/stop';
import { settings } from '/imports/guards/settings';
import { startGuards } from '/imports/guards/start';
import '/imports/app/policy';
import '/imports/accounts/methods';
import '/imports/lists/methods';
import '/imports/lists/publications';
import '/imports/lists/sharing';
import '/imports/rooms/methods';
import '/imports/rooms/presence';
import '/imports/rooms/publications';
import '/imports/todos/methods';
import '/imports/todos/publications';

configureAccounts();
guardLogIns();
guardLogOuts();
serveSessionCookie();
startGuards();
redirectToCanonical();
servePages(settings.forwardedCount);
// In development Meteor's tool ends the process whenever its code changes.
if (Meteor.isProduction) drainAtEnd();

// Screen readers need the language.
WebApp.addHtmlAttributeHook(() => ({ lang: 'en' }));

Meteor.startup(async () => {
  limitSubscriptions();
  serveReadiness();
  await sendSecurityHeaders(settings.frameAncestors);
  choosePublicationStrategy();
  await createIndexes();
});
