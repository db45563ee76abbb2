/**
 * Where the project is at home on the web: `https://HOST/OWNER/NAME`, or null while it has no such place.
 * Whoever publishes Sluice sets it here and in `package.json` (`repository`, `bugs`, `homepage`); a test
 * compares. Nothing else names an address, and what needs one is left out without it (docs/packaging.md,
 * "Addresses that are not set").
 */
export const projectAddress = null as string | null;
