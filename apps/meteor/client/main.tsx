import { Meteor } from 'meteor/meteor';
import { createRoot } from 'react-dom/client';
import { App } from '/imports/ui/App';
import { keepSessionCookie } from '/imports/ui/account/session';
import { loadAhead } from '/imports/ui/ahead';
import { make } from '/imports/ui/call';
import { keepConnected } from '/imports/ui/connection';
import { keepDrafts } from '/imports/ui/drafts';
import { guardStream } from '/imports/ui/queue/gate';
import { keepQueue } from '/imports/ui/queue/queue';
import { reloadWhenQuiet } from '/imports/ui/reload';
import '@meteor-vs-mean/style/style.css';
import '/imports/api/lists/methods';
import '/imports/api/messages/methods';
import '/imports/api/rooms/methods';
import '/imports/api/todos/methods';

Meteor.startup(() => {
  keepConnected();
  keepSessionCookie();
  guardStream();
  keepQueue(make);
  keepDrafts();
  reloadWhenQuiet();
  loadAhead();
  const container = document.getElementById('app');
  if (container) createRoot(container).render(<App />);
});
