/** Names of the environment for what `npm test` builds once, for all its steps: folders, and a tarball. */
export const builtAppVariable = 'SLUICE_BUILT_APP';
export const builtAgentVariable = 'SLUICE_BUILT_AGENT';
export const builtPackageVariable = 'SLUICE_BUILT_PACKAGE';
