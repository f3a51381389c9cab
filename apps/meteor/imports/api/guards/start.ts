import { Meteor } from 'meteor/meteor';
import { limitRates } from '../rate-limits';
import { boundConnections } from './connections';
import { sendSecurityHeaders } from './headers';
import { boundConsole } from './log';
import { guardMessages } from './messages';
import { serveReadiness } from './ready';
import { forgetRefusals } from './refusals';
import { guardRequests } from './requests';
import { watchConnections } from './snapshots';
import { drainAtEnd } from './stop';
import { boundSubscriptions } from './subscriptions';
import { boundWaiting } from './waiting';
import { boundMessages } from './websockets';

/** What keeps the server up, and fair, whatever clients send. To be called when all methods and publications are there. */
export function startGuards(): void {
  // In development Meteor's tool reads what is printed, and ends the process whenever its code changes.
  if (Meteor.isProduction) {
    boundConsole();
    drainAtEnd();
  }
  forgetRefusals();
  boundMessages();
  guardRequests();
  watchConnections();
  Meteor.startup(async () => {
    serveReadiness();
    guardMessages();
    boundSubscriptions();
    boundWaiting();
    boundConnections();
    limitRates();
    await sendSecurityHeaders();
  });
}
