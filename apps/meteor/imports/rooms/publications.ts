import { publish } from '../app/publish';
import { Messages, Presences, Rooms } from './collections';

publish('rooms.all', Rooms);
publish('messages.byRoom', Messages);
publish('presence.byRoom', Presences);
