import { countLines, total } from './account.ts';
import { type PartName, partNames, parts } from './parts.ts';

/** `npm run lines -w @meteor-vs-mean/code`: lines of code by part. */
const account = await countLines();
const row = (name: PartName) => {
  const { meteor, mean } = account.parts[name];
  return {
    meteor: meteor.lines.code,
    mean: mean.lines.code,
    files: `${meteor.files.length}, ${mean.files.length}`,
  };
};
console.table({
  ...Object.fromEntries(partNames.map((name) => [`${parts[name].title} (${parts[name].kind})`, row(name)])),
  'sum of what both need': { meteor: total(account, 'meteor').code, mean: total(account, 'mean').code },
});
console.table(
  Object.fromEntries(Object.entries(account.shared).map(([name, { lines }]) => [name, { ...lines }])),
);
