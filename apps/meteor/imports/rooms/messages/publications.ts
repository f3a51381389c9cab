import { publish } from '../../app/publish';
import { Messages } from './collection';

publish('messages.byRoom', Messages);
