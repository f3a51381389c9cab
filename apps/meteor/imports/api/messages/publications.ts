import { findPublished } from '../find-published';
import { publish } from '../publish';
import { Messages } from './collection';

publish('messages.byRoom', (params: unknown) => findPublished(Messages, 'messages.byRoom', params));
