/**
 * One build, in a process of its own, since a cache folder is looked for when a program starts:
 * `node build-once.ts <stack>`. Prints the commands that it ran and their times, as JSON.
 */
import { childEnded, type EndedChild } from '@meteor-vs-mean/process';
import { stackNamed } from '@meteor-vs-mean/stacks';

const stack = stackNamed(process.argv[2] ?? '');
await stack.find(); // asks the tool for its version once
const ended: EndedChild[] = [];
childEnded.subscribe((message) => ended.push(message as EndedChild));
await stack.build({ log: (line) => console.error(line) });
console.log(JSON.stringify(ended));
