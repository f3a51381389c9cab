/** Hooks as users write them: one with a callback, one async. */
export function chooseName(context, _events, next) {
  context.vars.name = 'anna';
  next();
}

export async function sayGoodbye(context, events) {
  events.emit('counter', `goodbye.${context.vars.name}`, 1);
}
