import { Meteor } from 'meteor/meteor';
import { createRoot } from 'react-dom/client';
import { App } from '/imports/ui/App';
import '/imports/api/lists/methods';
import '/imports/api/messages/methods';
import '/imports/api/rooms/methods';
import '/imports/api/todos/methods';

Meteor.startup(() => {
  const container = document.getElementById('app');
  if (container) createRoot(container).render(<App />);
});
