import { withoutExamples } from '../../contributing/examples.ts';
import { type Command, commandsOf } from './commands.ts';
import { type Page, pages } from './pages.ts';

export interface DocumentedPage extends Page {
  commands: Command[];
}

/** Every page with its commands. The examples of CONTRIBUTING.md have a test of their own, which does their other steps, too. */
export function documentedPages(): DocumentedPage[] {
  return pages().map((each) => {
    const page = { ...each, text: withoutExamples(each.text) };
    return { ...page, commands: commandsOf(page) };
  });
}
