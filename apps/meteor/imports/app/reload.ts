import { Reload } from 'meteor/reload';

/** What a reload would take away: text that is being edited, a question, a password, and text to be copied. */
const unkept = '.editing, dialog[open], [type=password], .kept';
const pause_ms = 1000;

/** Has Meteor wait with a new build while the page has such. It waits for unanswered calls by itself. */
export function reloadWhenQuiet(): void {
  Reload._onMigrate((retry) => {
    const isQuiet = document.querySelector(unkept) === null;
    if (!isQuiet) setTimeout(retry, pause_ms);
    return [isQuiet];
  });
}
