import { createServer, Server } from 'node:net';
import { expect, test, vi } from 'vitest';
import { claimPort, listen } from '../../src/process/index.ts';

test('a port is called taken only if somebody listens there', async () => {
  const server = createServer();
  const port = await listen(server);
  await expect(claimPort(port, 'name another')).rejects.toThrow(
    `Port ${port} is taken: stop what listens there (lsof -i :${port}), or name another.`,
  );
  server.close();
  expect(await claimPort(port, 'name another')).toBe(port);
  // Root may listen on every port, and in a container everybody may.
  vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
    process.nextTick(() => this.emit('error', Object.assign(new Error(), { code: 'EACCES' })));
    return this;
  });
  await expect(claimPort(port, 'name another')).rejects.toThrow(
    `Nothing may listen on port ${port} here (EACCES): name another.`,
  );
});
