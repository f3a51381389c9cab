/** The id of this page's build, as on the server: the file that the page loads first. */
export function ownBuild(): string | undefined {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src')?.replace(/^\//, '');
}
