/**
 * Loaded into an app with NODE_OPTIONS=--require: at the first SIGUSR2 its wall clock is an hour ahead, at the next one
 * an hour behind. Timers go on, since a wall clock that is set doesn't change them.
 */
const hour_ms = 3_600_000;
const True = Date;
let ahead_ms = 0;

const now = () => True.now() + ahead_ms;

globalThis.Date = new Proxy(True, {
  apply: () => new True(now()).toString(),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

process.on('SIGUSR2', () => {
  ahead_ms = ahead_ms > 0 ? -hour_ms : hour_ms;
});
