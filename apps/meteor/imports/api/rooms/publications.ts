import { findPublished } from '../find-published';
import { publish } from '../publish';
import { Rooms } from './collection';

publish('rooms.all', (params: unknown) => findPublished(Rooms, 'rooms.all', params));
