import { publish } from '../app/publish';
import { Rooms } from './collection';

publish('rooms.all', Rooms);
