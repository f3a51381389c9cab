/**
 * Whether a key belongs to the composition of a character, such as a Japanese one: it means nothing to the page. Safari
 * tells of the key that ends a composition after its end, by the code that stands for all such keys.
 */
export function isOfComposition(key: { isComposing: boolean; keyCode: number }): boolean {
  return key.isComposing || key.keyCode === 229;
}
