import { createHmac } from 'node:crypto';
import type { SendReport } from '#core/create-core.ts';
import { usage } from '../options.ts';
import { type Receiver, receiverId } from './tell-attention.ts';

/** Bytes of a secret, as Standard Webhooks asks for them. */
const leastBytes = 24;
const mostBytes = 64;

/** @throws AppError `USAGE` when it is none of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64 */
export function webhookKey(secret: string): Buffer {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(encoded ?? '', 'base64');
  if (key.length < leastBytes || key.length > mostBytes) throw usage('cli.usage.webhookSecret');
  return key;
}

/**
 * Sends messages to an address in the format of Standard Webhooks (https://www.standardwebhooks.com), signed
 * with the secret.
 *
 * @param now wall time, ms
 */
export function webhookReceiver(url: string, key: Buffer, now: () => number, send: SendReport): Receiver {
  return {
    name: 'webhook',
    id: receiverId('webhook', url),
    async deliver({ id, body }, signal) {
      const timestamp = String(Math.floor(now() / 1000));
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      const status = await send(
        {
          url,
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'sluice',
            'webhook-id': id,
            'webhook-timestamp': timestamp,
            'webhook-signature': `v1,${signature}`,
          },
        },
        signal,
      );
      if (status < 200 || status > 299) throw new Error(`it answered ${status}`);
    },
  };
}
