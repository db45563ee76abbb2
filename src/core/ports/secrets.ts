/** Where keys live: the OS keychain in the app, the environment or a 0600 file for the agent (S1). */
export interface SecretsPort {
  /** The API key of a profile, or undefined when none is set. */
  getKey(profileId: string): Promise<string | undefined>;
  setKey(profileId: string, key: string): Promise<void>;
  forgetKey(profileId: string): Promise<void>;
}
