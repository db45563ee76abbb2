/**
 * The pages show the uploads of every profile together, so what is done there to all that is shown is done in
 * every profile. Said in each filter, because the calls mean the profile in force where nothing is said.
 */
export const everyProfile = { profileId: null } as const;
