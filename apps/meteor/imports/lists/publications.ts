import { publish } from '../app/publish';
import { Lists } from './collection';

publish('lists.all', Lists);
publish('lists.mine', Lists);
