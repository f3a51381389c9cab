import { defineStubs } from '../define-stubs';
import { withPageCopy } from '../page-copies';
import { pendingDate } from '../pending-date';
import { Rooms } from './collection';

defineStubs({
  'rooms.insert'({ _id, name }) {
    Rooms.insert({ _id, name, createdAt: pendingDate(Rooms, {}) });
  },
  'rooms.remove'({ _id }) {
    for (const rooms of withPageCopy(Rooms, { _id })) rooms.remove({ _id });
  },
});
