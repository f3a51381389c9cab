import { fetchCarrier } from '../carrier.ts';

/** The server closes the connection after each answer. */
export default fetchCarrier({
  key: 'fetch-close',
  title: 'fetch, no keep-alive',
  parts: ['variants'],
  path: '/echo-once',
});
