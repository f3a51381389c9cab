import { publish } from '../../app/publish';
import { Presences } from './collection';

publish('presence.byRoom', Presences);
