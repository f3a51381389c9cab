/** Files of one entry a line, in which `#` begins a comment: .gitignore, .npmrc, Meteor's lists of packages. */
export function uncommentedPlain(text: string): string {
  return text.replace(/^\s*#.*$/gm, '');
}
