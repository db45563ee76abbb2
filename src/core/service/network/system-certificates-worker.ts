import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { parentPort } from 'node:worker_threads';
import { certificatesIn } from './pem.ts';
import type { SystemCertificates } from './system-certificates.ts';

/** Where Linux distributions have all authorities in one file, in case Node's own look finds none. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * The authorities that the system trusts and Node does not know by itself. Asking the system takes as long as
 * it takes: it has frozen an editor for 40 s (https://github.com/microsoft/vscode/issues/333830), so this is
 * a thread of its own.
 */
function unknownToNode(usual: readonly string[]): string[] {
  const known = new Set(usual.map(fingerprint));
  return systemCertificates().filter((text) => {
    const mark = fingerprint(text);
    if (mark === undefined || known.has(mark)) return false;
    known.add(mark);
    return true;
  });
}

function systemCertificates(): readonly string[] {
  const found = getCACertificates('system');
  const bundle = bundles.find((path) => existsSync(path));
  if (found.length > 0 || bundle === undefined) return found;
  return certificatesIn(readFileSync(bundle, 'utf8'));
}

/** Undefined for what is no certificate. */
function fingerprint(text: string): string | undefined {
  try {
    return new X509Certificate(text).fingerprint256;
  } catch {
    return undefined;
  }
}

// The usual ones too: to list them takes a tenth of a second, which the main thread is spared.
const usual = getCACertificates('default');
parentPort?.postMessage({ usual, more: unknownToNode(usual) } satisfies SystemCertificates);
