import { defineStubs } from '../define-stubs';
import { pendingDate } from '../pending-date';
import { Rooms } from './collection';

defineStubs({
  'rooms.insert'({ _id, name }) {
    Rooms.insert({ _id, name, createdAt: pendingDate(Rooms, {}) });
  },
  'rooms.remove'({ _id }) {
    Rooms.remove({ _id });
  },
});
