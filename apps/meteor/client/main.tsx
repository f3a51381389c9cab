import { Meteor } from 'meteor/meteor';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepSessionCookie, watchSession } from '/imports/accounts/session';
import { App } from '/imports/app/App';
import { loadAhead } from '/imports/app/ahead';
import { askBeforeLeaving } from '/imports/app/call';
import { keepConnected } from '/imports/app/connection';
import { reportToParent } from '/imports/app/framed';
import { reloadWhenQuiet } from '/imports/app/reload';
import { PageContext, readPage } from '/imports/app/rendering/page';
import { keepPages } from '/imports/app/service-worker';
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
  reportToParent();
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
