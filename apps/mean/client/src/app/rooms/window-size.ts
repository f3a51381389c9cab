/** How many messages the subscription holds, and how many older ones come at a time. */
export const windowSize = 50;
