/** The two that pages set side by side, as heads of tables name them. */
export const stacks = ['meteor', 'mean'] as const;
export type Stack = (typeof stacks)[number];
export const titles: Record<Stack, string> = { meteor: 'Meteor', mean: 'MEAN' };
export const heads: readonly string[] = stacks.map((stack) => titles[stack]);
