/** Certificates that an option names; loaded only where one does. */
export { readCertificates } from '#core/service/network/trust.ts';
