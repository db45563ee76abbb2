/** Scheme and host of an address, as `URL` has them. */
interface Place {
  readonly protocol: string;
  readonly hostname: string;
}

/**
 * What a person types to use an address that is not https. It says what they accept, so it is not translated.
 */
export const insecureSentence = 'others can read what is sent';

/** Whether a host is this machine: what is sent there, nobody on the way can read. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** Whether anybody on the way can read and change what is sent: no https, and not to this machine. */
export function isInsecure({ protocol, hostname }: Place): boolean {
  return protocol !== 'https:' && !isLoopbackHost(hostname);
}
