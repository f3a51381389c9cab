/** `ng serve` passes on what is the server's: by default to the port that it takes by itself. */
const target = process.env.MEAN_SERVER ?? 'http://127.0.0.1:3100';

export default {
  '/socket.io': { target, ws: true },
  '/api': { target },
  '/health': { target },
  '/ready': { target },
};
