import { Reload } from 'meteor/reload';

/** What a reload would lose: text being edited, an open question, a password, and text to copy. */
const unkept = '.editing, dialog[open], [type=password], .kept';
const pause_ms = 1000;

/** Delays Meteor's reload for a new build while the page has such text. Meteor itself waits for unanswered calls. */
export function reloadWhenQuiet(): void {
  Reload._onMigrate((retry) => {
    const isQuiet = document.querySelector(unkept) === null;
    if (!isQuiet) setTimeout(retry, pause_ms);
    return [isQuiet];
  });
}
