import { Meteor } from 'meteor/meteor';
import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { PageContext, readPage } from '/imports/rendering/page';
import { App } from '/imports/ui/App';
import { keepSessionCookie } from '/imports/ui/account/session';
import { loadAhead } from '/imports/ui/ahead';
import { make } from '/imports/ui/call';
import { keepConnected } from '/imports/ui/connection';
import { keepDrafts } from '/imports/ui/drafts';
import { tellAround } from '/imports/ui/framed';
import { guardStream } from '/imports/ui/queue/gate';
import { keepQueue } from '/imports/ui/queue/queue';
import { reloadWhenQuiet } from '/imports/ui/reload';
import { keepPages } from '/imports/ui/service-worker';
import '/imports/api/lists/stubs';
import '/imports/api/messages/stubs';
import '/imports/api/rooms/stubs';
import '/imports/api/todos/stubs';

/** What pages before this one have kept is shown once the browser has taken the page over, as the server rendered it. */
function InBrowser() {
  useEffect(() => keepQueue(make), []);
  return <App />;
}

Meteor.startup(() => {
  keepConnected();
  keepSessionCookie();
  guardStream();
  keepDrafts();
  reloadWhenQuiet();
  loadAhead();
  keepPages();
  tellAround();
  const container = document.getElementById('app');
  if (!container) return;
  const page = readPage();
  const app = (
    <PageContext value={page}>
      <InBrowser />
    </PageContext>
  );
  if (page) hydrateRoot(container, app);
  else createRoot(container).render(app);
});
