import path from 'node:path';

/** The write-up's own folder. */
export const writeup = path.resolve(import.meta.dirname, '..');
export const pages = path.join(writeup, 'pages');
/** The built site. */
export const site = path.join(writeup, 'dist');
