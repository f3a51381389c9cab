import { carrier } from '../carrier.ts';
import { overJquery } from '../page/jquery.ts';

/** The original's AJAX. */
export default carrier({
  key: 'ajax',
  title: 'AJAX: jQuery getJSON',
  parts: ['original', 'opening', 'variants'],
  port: 'page',
  options: {},
  transport: 'XMLHttpRequest',
  libraries: ['jquery'],
  scripts: [['jquery', 'dist/jquery.min.js']],
  connect: overJquery,
});
