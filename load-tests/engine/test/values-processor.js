/** As of MongoDB's driver: it goes out as its text. */
class Id {
  hex = 'a1';
  toJSON() {
    return this.hex;
  }
}

/** Values that only a function can make. */
export async function setValues(context) {
  context.vars.bytes = Buffer.from([1, 2, 3]);
  context.vars.date = new Date(1_700_000_000_000);
  context.vars.id = new Id();
  context.vars.options = { of: () => {}, map: new Map([['a', 1]]), list: [1] };
}
