/** `ng serve` proxies requests for the server, by default to the server's default port. */
const target = process.env.MEAN_SERVER ?? 'http://127.0.0.1:3100';

export default {
  '/socket.io': { target, ws: true },
  '/api': { target },
  '/health': { target },
  '/ready': { target },
};
