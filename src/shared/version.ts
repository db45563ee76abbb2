/** The version of Sluice; a test holds it to package.json. */
export const version = '0.2.0';
