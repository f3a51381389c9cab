import { publish } from '../publish';
import { Presences } from './collection';

publish('presence.byRoom', Presences);
