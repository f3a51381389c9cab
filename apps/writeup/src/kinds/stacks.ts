import type { AppName } from '@meteor-vs-mean/code';

/** The two apps that pages set side by side, and how heads of tables name them. */
export const stacks: readonly AppName[] = ['meteor', 'mean'];
export const titles: Record<AppName, string> = { meteor: 'Meteor', mean: 'MEAN' };
export const heads: readonly string[] = stacks.map((stack) => titles[stack]);
