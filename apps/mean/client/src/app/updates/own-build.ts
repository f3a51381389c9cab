/** Names the build that this page runs, as the server does: by the file that it began with. */
export function ownBuild(): string | undefined {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src')?.replace(/^\//, '');
}
