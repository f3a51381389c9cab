import { publish } from '../app/publish';
import { Todos } from './collection';

publish('todos.byList', Todos);
