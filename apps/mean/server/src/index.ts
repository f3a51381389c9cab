export { type App, createApp } from './app.ts';
export { type Config, configFrom, defaults, type Mode, modes } from './config.ts';
