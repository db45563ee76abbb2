import { z } from 'zod';

/** `postgres://user@host:port/database`: no password, and no parameter that could weaken the connection. */
const teamAddressPattern =
  /^postgres(?:ql)?:\/\/[^\s:@/?#]+@(?:\[[\da-fA-F:.]+\]|[^\s:@/?#[\]]+)(?::\d{1,5})?\/[^\s/?#]+$/;

/** The database that machines share which send with the same subscription; see core's `team`. */
export const teamSettingsSchema = z.object({
  address: z
    .string()
    .regex(teamAddressPattern)
    .meta({ description: 'postgres://user@host:port/database, never with a password.' }),
  /** As the others know this machine; null means by its host name. */
  machine: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .meta({ description: 'As the others know this machine; null: by its host name.' }),
  /** A file with the certificate (PEM) of a company's own authority. */
  certificates: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .meta({ description: "A file with the certificate (PEM) of a company's own authority." }),
});

export type TeamSettings = z.infer<typeof teamSettingsSchema>;
