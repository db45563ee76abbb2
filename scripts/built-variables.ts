/** Names of the environment for what `npm test` builds once, for all its steps: folders. */
export const builtAppVariable = 'SLUICE_BUILT_APP';
export const builtAgentVariable = 'SLUICE_BUILT_AGENT';
