import { Meteor } from 'meteor/meteor';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { PageContext, readPage } from '/imports/rendering/page';
import { App } from '/imports/ui/App';
import { keepSessionCookie } from '/imports/ui/account/session';
import { keepConnected } from '/imports/ui/connection';
import '/imports/api/lists/stubs';
import '/imports/api/messages/stubs';
import '/imports/api/rooms/stubs';
import '/imports/api/todos/stubs';

Meteor.startup(() => {
  keepConnected();
  keepSessionCookie();
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
