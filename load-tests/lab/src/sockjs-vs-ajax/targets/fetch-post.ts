import { fetchCarrier } from '../carrier.ts';

export default fetchCarrier({
  key: 'fetch-post',
  title: 'fetch, POST',
  parts: ['variants'],
  method: 'POST',
});
