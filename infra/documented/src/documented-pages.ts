import { withoutExamples } from '../../contributing/examples.ts';
import { type Command, commandsOf } from './commands.ts';
import { type Page, pages } from './pages.ts';

export interface DocumentedPage extends Page {
  commands: Command[];
}

/** Every page with its commands. CONTRIBUTING.md's examples have their own test, which also does their other steps. */
export function documentedPages(): DocumentedPage[] {
  return pages().map((each) => {
    const page = { ...each, text: withoutExamples(each.text) };
    return { ...page, commands: commandsOf(page) };
  });
}
