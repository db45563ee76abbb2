import { useState } from 'react';
import type { PageCallInput, PageCallOutput } from '#shared/bridge/contract.ts';
import { useAction, useSecretAction } from '../../lib/queries.ts';

type ProfileChanges = PageCallInput<'profiles.save'>['profile'];

/** The field the key is typed into. */
interface KeyField {
  readonly isEmpty: boolean;
  read(): string;
  clear(): void;
}

/**
 * Saves the profile, hands the key over, makes it the active one, and checks it. A second try changes the same profile; the key
 * that was handed over is kept unless another was typed.
 */
export function useConnecting() {
  const save = useAction('profiles.save', { quiet: true });
  const use = useAction('profiles.use', { quiet: true });
  const setKey = useSecretAction('key.set', { quiet: true });
  const test = useAction('key.test', { quiet: true });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [savedId, setSavedId] = useState<string>();
  const [hasKey, setHasKey] = useState(false);
  const [result, setResult] = useState<PageCallOutput<'key.test'> & { profileId: string }>();

  async function start(profile: ProfileChanges, key: KeyField): Promise<void> {
    setBusy(true);
    setError(undefined);
    setResult(undefined);
    try {
      const { id: profileId } = await save.mutateAsync({
        profile: savedId === undefined ? profile : { ...profile, id: savedId },
      });
      setSavedId(profileId);
      await use.mutateAsync({ profileId });
      if (!key.isEmpty) {
        await setKey.mutateAsync(() => ({ profileId, key: key.read() }));
        key.clear();
        setHasKey(true);
      }
      setResult({ ...(await test.mutateAsync({ profileId })), profileId });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, hasKey, result, start };
}
