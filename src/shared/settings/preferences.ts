import { z } from 'zod';

/** How Sluice looks and behaves towards the person. */
export const preferencesSchema = z.object({
  /** `auto` follows the system. */
  theme: z.enum(['auto', 'light', 'dark']).default('auto'),
  language: z.enum(['auto', 'en', 'de']).default('auto'),
  notifications: z.boolean().default(true),
  startAtLogin: z.boolean().default(false),
});

export type Preferences = z.infer<typeof preferencesSchema>;
