import { z } from 'zod';
import { networkSettingsSchema } from '../settings/network-settings.ts';
import { call, changesTo } from './define.ts';

const done = z.object({ done: z.literal(true) });

/** How hosts are reached, as far as a page needs to know: never a login. */
export const networkSchema = z.object({
  settings: networkSettingsSchema,
  /** The way to the service of the profile in force; null without one, and for a service of this machine. */
  route: z
    .object({
      host: z.string(),
      /** Who decided. */
      from: z.enum(['machine', 'run', 'settings', 'environment', 'system', 'none']),
      /** The best first: `DIRECT`, or the host and port of a proxy. */
      ways: z.array(z.string()),
      /** Whether a login is there for the first of them. */
      login: z.boolean(),
    })
    .nullable(),
});
export type NetworkShown = z.infer<typeof networkSchema>;

export const networkCalls = {
  'network.show': call(z.object({}), networkSchema),
  /** The file of certificates is named by the owner of the machine, never by a page. */
  'network.save': call(changesTo(networkSettingsSchema.omit({ certificates: true })), networkSettingsSchema),
  /**
   * Keeps a login like a key, for the proxy that is on the way to the service of the profile in force, or for
   * the one at `proxy`. It never comes out again.
   */
  'network.login': call(
    z.object({ user: z.string().min(1), password: z.string(), proxy: z.string().optional() }),
    z.object({ proxy: z.string() }),
  ),
  'network.logout': call(z.object({}), done),
};
