/** Values that only a function can make. */
export async function setValues(context) {
  context.vars.bytes = Buffer.from([1, 2, 3]);
  context.vars.date = new Date(1_700_000_000_000);
}
