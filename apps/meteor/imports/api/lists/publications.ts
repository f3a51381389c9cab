import { publish } from '../publish';
import { Lists } from './collection';

publish('lists.all', Lists);
publish('lists.mine', Lists);
