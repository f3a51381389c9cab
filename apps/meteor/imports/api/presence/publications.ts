import { findPublished } from '../find-published';
import { publish } from '../publish';
import { Presences } from './collection';

publish('presence.byRoom', (params: unknown) => findPublished(Presences, 'presence.byRoom', params));
