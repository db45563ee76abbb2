import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who may use the pages: a token that works once, in the address that is printed, becomes a cookie. */
export interface Access {
  /** The token that has not been used yet; a new one after the last was spent. */
  token(): string;
  /** The `Set-Cookie` header for the unused token, which is then spent; null for any other. */
  redeem(token: string): string | null;
  /** Whether this token was good once: only who has seen the printed address knows it. */
  wasSpent(token: string): boolean;
  /** Whether the `Cookie` header holds a session of this server. */
  admits(cookieHeader: string | undefined): boolean;
}

const secret = () => randomBytes(32).toString('base64url');
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Cookies are shared by all ports of a host, so the name carries the port: two agents do not sign each other out. */
export function createAccess(port: number): Access {
  const cookieName = `sluice-${port}`;
  const sessions: Buffer[] = [];
  const spent: Buffer[] = [];
  let unused: string | null = secret();
  const isOneOf = (known: readonly Buffer[], text: string) => {
    const asked = digest(text);
    return known.filter((one) => timingSafeEqual(one, asked)).length > 0;
  };
  return {
    token() {
      unused ??= secret();
      return unused;
    },
    redeem(token) {
      if (unused === null || !isOneOf([digest(unused)], token)) return null;
      spent.push(digest(unused));
      unused = null;
      const session = secret();
      sessions.push(digest(session));
      // No `Secure`: loopback speaks plain HTTP, and not every browser makes an exception for it.
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },
    wasSpent: (token) => isOneOf(spent, token),
    admits(header) {
      const values = (header ?? '').split(';').map((part) => part.trim().split('='));
      return values.some(([name, value]) => name === cookieName && isOneOf(sessions, value ?? ''));
    },
  };
}
