import { z } from 'zod';

/** The address of a proxy, without a login: that is kept like a key. */
const proxyAddress = /^https?:\/\/(?!.*@)[^/?#\s]+\/?$/;

/** How Sluice leaves this machine. */
export const networkSettingsSchema = z.object({
  /** `system`: as variables and the system say; `none`: directly; else the address of a proxy. */
  proxy: z.union([z.literal('system'), z.literal('none'), z.string().regex(proxyAddress)]).default('system'),
  /** Hosts that no proxy is used for, as `NO_PROXY` has them. */
  exceptions: z.string().default(''),
  /** Absolute path of a file with certificates (PEM) that are trusted beside those of the system. */
  certificates: z.string().min(1).nullable().default(null),
});

export type NetworkSettings = z.infer<typeof networkSettingsSchema>;
