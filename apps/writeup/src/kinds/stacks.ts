/** The two apps that pages compare; each is in apps/<name>. */
export type AppName = 'meteor' | 'mean';

/** Their order in tables, and the names of their columns. */
export const stacks: readonly AppName[] = ['meteor', 'mean'];
export const titles: Record<AppName, string> = { meteor: 'Meteor', mean: 'MEAN' };
export const heads: readonly string[] = stacks.map((stack) => titles[stack]);
