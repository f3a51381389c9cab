import { Meteor } from 'meteor/meteor';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { PageContext, readPage } from '/imports/rendering/page';
import { App } from '/imports/ui/App';
import { keepSessionCookie, watchSession } from '/imports/ui/account/session';
import { loadAhead } from '/imports/ui/ahead';
import { askBeforeLeaving } from '/imports/ui/call';
import { keepConnected } from '/imports/ui/connection';
import { tellAround } from '/imports/ui/framed';
import { reloadWhenQuiet } from '/imports/ui/reload';
import { keepPages } from '/imports/ui/service-worker';
import '/imports/lists/methods';
import '/imports/rooms/methods';
import '/imports/todos/methods';

Meteor.startup(() => {
  keepConnected();
  keepSessionCookie();
  watchSession();
  askBeforeLeaving();
  reloadWhenQuiet();
  loadAhead();
  keepPages();
  tellAround();
  const container = document.getElementById('app');
  if (!container) return;
  const page = readPage();
  const app = (
    <PageContext value={page}>
      <App />
    </PageContext>
  );
  if (page) hydrateRoot(container, app);
  else createRoot(container).render(app);
});
