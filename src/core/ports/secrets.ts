/** Returned by a key store that has a key, but none that was given for this profile and origin. */
export const keyForAnotherAddress = Symbol('a key for another address');

/** A key, none, or one that was given for another address. */
export type FoundKey = string | undefined | typeof keyForAnotherAddress;

/** Where the key of a profile is looked for: names of variables, and paths. */
export interface KeyPlaces {
  readonly places: readonly string[];
  /** Whether the configuration of the profile names the place. */
  readonly isConfigured: boolean;
}

/**
 * Where keys live: the OS keychain in the app, the environment or a 0600 file for the agent (S1). A key is
 * bound to the origins (scheme, host and port) it was given for; whatever becomes of the profile, it goes to
 * no other (ADR 0009).
 */
export interface SecretsPort {
  /** The API key of a profile for requests to an origin. */
  getKey(profileId: string, origin: string): Promise<FoundKey>;
  /**
   * Whether a text contains a key or another secret of this program, so that a file of it is never uploaded.
   * Absent where no secret comes from a file.
   */
  holdsSecret?(text: string): boolean;
  /** Absent where there is one keychain, which the user knows. */
  keyPlaces?(profileId: string): KeyPlaces;
  /** Keeps a key for these origins and no others. */
  setKey(profileId: string, key: string, origins: readonly string[]): Promise<void>;
  /** From now on the key of the profile, wherever it comes from, is for these origins and no others. */
  allowKey(profileId: string, origins: readonly string[]): Promise<void>;
  /** The same, but only for a profile that no origins are known for yet. */
  bindNewKey(profileId: string, origins: readonly string[]): Promise<void>;
  /**
   * The same, but only for a profile that was never here: one that was removed keeps its origins. Absent
   * where origins are kept with the key, and go with it.
   */
  bindNewProfile?(profileId: string, origins: readonly string[]): Promise<void>;
  /** Forgets the key; where the next one may go stays as it is. */
  forgetKey(profileId: string): Promise<void>;
}
