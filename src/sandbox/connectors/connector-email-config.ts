import { randomBytes } from 'node:crypto';

/** The config of a new e-mail connector: who may send to it, and the inbox made for it (section 2.7). */
export function connectorEmailConfig(allowedEmails: readonly string[]): Record<string, unknown> {
  const hash = randomBytes(8).toString('hex');
  return { allowed_emails: allowedEmails, email_hash: hash, email: `inbox-${hash}@sandbox.invalid` };
}
