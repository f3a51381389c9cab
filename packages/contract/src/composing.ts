/**
 * Whether a key belongs to the composition of a character, such as a Japanese one; the page ignores such keys. Safari
 * reports the key that ends a composition after the composition's end, with key code 229.
 */
export function isOfComposition(key: { isComposing: boolean; keyCode: number }): boolean {
  return key.isComposing || key.keyCode === 229;
}
