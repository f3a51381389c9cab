import { guardsAreOff } from '@meteor-vs-mean/guards/settings';
import { Meteor } from 'meteor/meteor';
import { hooks } from '../app/hooks';
import { limitBacklog } from './backlog';
import { limitConnections } from './connections';
import { boundConsole } from './log';
import { logIn, signUp } from './log-ins';
import { guardMessages } from './messages';
import { changed, limitRates, request, resubscribe } from './rates';
import { guardRequests } from './requests';
import { isOn } from './settings';
import { admit, page, read, watchConnections } from './snapshots';
import { boundMessages } from './websockets';

/** Protects the server, and its clients from each other. Call it after all methods and publications are defined. */
export function startGuards(): void {
  if (!isOn) {
    console.warn(guardsAreOff);
    return;
  }
  Object.assign(hooks, { admit, changed, logIn, page, read, request, resubscribe, signUp });
  // In development Meteor's tool parses the output.
  if (Meteor.isProduction) boundConsole();
  boundMessages();
  guardRequests();
  watchConnections();
  Meteor.startup(() => {
    guardMessages();
    limitBacklog();
    limitConnections();
    limitRates();
  });
}
