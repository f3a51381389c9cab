import { SettingError } from '@meteor-vs-mean/guards';
import { createApp } from './app.ts';
import { type Config, configFrom } from './config.ts';

let config: Config;
try {
  config = configFrom(process.env);
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  fail(error.message);
}

const app = createApp(config);
let isStopping = false;

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void app.stop().then(() => process.exit(0));
  });
}

try {
  const { port } = await app.start();
  config.log(`MEAN server (${config.mode}) on http://${config.host}:${port}`);
} catch (error) {
  if (!isStopping) fail(reasonOf(error, config));
}

function reasonOf(error: unknown, { host, port }: Config): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `port ${port} is in use: stop the program that listens there, or set PORT`;
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES') {
    return `can't listen on ${host}:${port} (${code}): set HOST and PORT to an address of this machine`;
  }
  if (name === 'MongoServerSelectionError') {
    return `no answer from MongoDB (${message}): start it, or correct MONGO_URL`;
  }
  return message;
}

function fail(reason: string): never {
  console.error(`mean-server: ${reason}`);
  process.exit(1);
}
