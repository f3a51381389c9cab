import { publish } from '../publish';
import { Rooms } from './collection';

publish('rooms.all', Rooms);
