import type { ErrorCode } from '#shared/errors/catalog.ts';

/**
 * What is wrong with a certificate, by the code that OpenSSL, or Node for the host, gave it
 * (https://nodejs.org/api/tls.html#x509-certificate-error-codes); undefined for another failure.
 */
export function certificateProblem(code: string): ErrorCode | undefined {
  switch (code) {
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    // The authority sent its own certificate along: it is as unknown.
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'CERT_UNTRUSTED':
    case 'INVALID_CA':
      return 'CERTIFICATE_UNKNOWN';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return 'CERTIFICATE_SELF_SIGNED';
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return 'CERTIFICATE_EXPIRED';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return 'CERTIFICATE_WRONG_HOST';
    default:
      return undefined;
  }
}
