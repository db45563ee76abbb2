import { z } from 'zod';

/** Something in settings from outside that Sluice did not take over; the user can set it with a command. */
export const leftOutSchema = z.object({
  kind: z.enum(['keyFrom', 'team', 'insecureAccepted', 'name', 'active', 'network', 'paused']),
  /** Name of the profile, path of the folder; empty for the network. */
  name: z.string(),
});
export type LeftOut = z.infer<typeof leftOutSchema>;
