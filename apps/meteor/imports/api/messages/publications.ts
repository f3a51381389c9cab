import { publish } from '../publish';
import { Messages } from './collection';

publish('messages.byRoom', Messages);
