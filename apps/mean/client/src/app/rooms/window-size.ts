/** The number of messages in the subscription, and in each older page. */
export const windowSize = 50;
