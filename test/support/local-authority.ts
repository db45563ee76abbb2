import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its key, as Node's TLS takes them. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

interface Wanted {
  readonly name?: string;
  readonly hosts?: readonly string[];
  /** Days from now. */
  readonly fromDays?: number;
  readonly toDays?: number;
}

/** A certificate authority of a test's own: made at once, believed by nobody, gone with the test. */
export interface LocalAuthority {
  /** Its own certificate (PEM). */
  readonly certificate: string;
  /** A certificate for hosts that it vouches for. */
  issue(wanted: Wanted): Identity;
}

export function createLocalAuthority(
  name = 'Test Authority',
  organisation = 'Acme Research',
): LocalAuthority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = nameOf(name, organisation);
  const certificate = certificateOf({
    subject,
    issuer: subject,
    publicKey: own.publicKey,
    signWith: own.privateKey,
    extensions: [extension('2.5.29.19', sequence(boolean(true)), true)],
  });
  return {
    certificate,
    issue(wanted) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const cert = certificateOf({
        ...wanted,
        subject: nameOf(wanted.name ?? wanted.hosts?.[0] ?? 'nobody'),
        issuer: subject,
        publicKey,
        signWith: own.privateKey,
        extensions: [alternativeNames(wanted.hosts ?? [])],
      });
      return { cert, key: pemOfKey(privateKey) };
    },
  };
}

/** A certificate that only vouches for itself. */
export function selfSigned(host: string): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = nameOf(host);
  const extensions = [alternativeNames([host])];
  const cert = certificateOf({ subject: name, issuer: name, publicKey, signWith: privateKey, extensions });
  return { cert, key: pemOfKey(privateKey) };
}

interface Parts extends Wanted {
  readonly subject: Buffer;
  readonly issuer: Buffer;
  readonly publicKey: KeyObject;
  readonly signWith: KeyObject;
  readonly extensions: readonly Buffer[];
}

const dayMs = 24 * 60 * 60_000;
const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));

/** RFC 5280, section 4.1. */
function certificateOf(parts: Parts): string {
  const { subject, issuer, publicKey, signWith, extensions, fromDays = -1, toDays = 30 } = parts;
  const serial = randomBytes(12);
  serial[0] = 1;
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    ecdsaWithSha256,
    issuer,
    sequence(time(fromDays), time(toDays)),
    subject,
    createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
      type: 'spki',
      format: 'der',
    }),
    tagged(0xa3, sequence(...extensions)),
  );
  const der = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, signWith)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function nameOf(commonName: string, organisation?: string): Buffer {
  const part = (id: string, text: string) =>
    tagged(0x31, sequence(objectId(id), tagged(0x0c, Buffer.from(text))));
  const parts = organisation === undefined ? [] : [part('2.5.4.10', organisation)];
  return sequence(...parts, part('2.5.4.3', commonName));
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 4
      ? tagged(0x87, Buffer.from(host.split('.').map(Number)))
      : tagged(0x82, Buffer.from(host)),
  );
  return extension('2.5.29.17', sequence(...names));
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(objectId(id), ...(critical ? [boolean(true)] : []), tagged(0x04, value));
}

function pemOfKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function time(days: number): Buffer {
  const text = new Date(Date.now() + days * dayMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(text));
}

function tagged(tag: number, ...content: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(content);
  const { length } = whole;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), whole]);
}

function sequence(...content: readonly Buffer[]): Buffer {
  return tagged(0x30, ...content);
}

function integer(value: Buffer): Buffer {
  return tagged(0x02, value);
}

function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]));
}

function bits(value: Buffer): Buffer {
  return tagged(0x03, Buffer.from([0]), value);
}

function objectId(id: string): Buffer {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const septets = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) septets.unshift((left & 0x7f) | 0x80);
    return septets;
  });
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]));
}
