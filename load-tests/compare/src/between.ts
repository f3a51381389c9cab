/**
 * Puts something between the generator and an app, for one round: a slower network, or a fault that the bench should
 * notice. Only the generator's connections pass it, subscribers' and writers' alike.
 * @param target where the app listens
 * @returns the address that clients use instead, without a slash at its end, and what takes it away
 */
export type Between = (target: {
  host: string;
  port: number;
}) => Promise<{ url: string; close(): Promise<void> }>;
