import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { type Filter, filters, hrefOf } from './filter';

interface Props {
  left: number;
  done: number;
  filter: Filter;
  clearCompleted(): void;
}

const names: Record<Filter, string> = { all: 'All', active: 'Active', completed: 'Completed' };

export function Footer({ left, done, filter, clearCompleted }: Props) {
  return (
    <footer className="footer">
      <span className="todo-count" data-testid={testIds.todoCount}>
        <strong>{left}</strong> <span>{left === 1 ? 'item left' : 'items left'}</span>
      </span>
      <ul className="filters">
        {filters.map((each) => (
          <li key={each}>
            <a
              className={each === filter ? 'selected' : undefined}
              aria-current={each === filter || undefined}
              href={hrefOf(each)}
            >
              {names[each]}
            </a>
          </li>
        ))}
      </ul>
      {done > 0 && (
        <button type="button" className="clear-completed" onClick={clearCompleted}>
          Clear completed
        </button>
      )}
    </footer>
  );
}
