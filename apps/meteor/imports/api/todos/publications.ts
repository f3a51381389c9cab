import { publish } from '../publish';
import { Todos } from './collection';

publish('todos.byList', Todos);
