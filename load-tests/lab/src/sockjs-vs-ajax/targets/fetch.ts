import { fetchCarrier } from '../carrier.ts';

/** What others are held against: a GET on a connection that is kept. */
export default fetchCarrier({
  key: 'fetch',
  title: 'fetch, GET',
  parts: ['original', 'opening', 'variants', 'flight', 'pull', 'put'],
});
