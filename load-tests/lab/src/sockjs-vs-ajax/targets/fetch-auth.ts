import { fetchCarrier } from '../carrier.ts';

/** A signed token with each request, checked each time. */
export default fetchCarrier({
  key: 'fetch-auth',
  title: 'fetch, token each time',
  parts: ['variants'],
  path: '/echo-signed',
  signed: true,
});
