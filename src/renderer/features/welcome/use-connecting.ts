import { useState } from 'react';
import type { PageCallInput, PageCallOutput } from '#shared/bridge/contract.ts';
import { type Addresses, sendsElsewhere } from '#shared/settings/sends-elsewhere.ts';
import { useAction, useSecretAction } from '../../lib/queries.ts';

type ProfileChanges = PageCallInput<'profiles.save'>['profile'];

/** The field the key is typed into. */
interface KeyField {
  readonly isEmpty: boolean;
  read(): string;
  clear(): void;
}

/**
 * Saves the profile, hands the key over, makes it the active one, and checks it. A second try changes the
 * same profile; the key that was handed over is kept unless another was typed or the addresses lead
 * elsewhere.
 */
export function useConnecting() {
  const save = useAction('profiles.save', { quiet: true });
  const use = useAction('profiles.use', { quiet: true });
  const setKey = useSecretAction('key.set', { quiet: true });
  const test = useAction('key.test', { quiet: true });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [savedId, setSavedId] = useState<string>();
  /** The addresses that the key was handed over for. */
  const [keyFor, setKeyFor] = useState<Addresses>();
  const [result, setResult] = useState<PageCallOutput<'key.test'> & { profileId: string }>();

  async function start(profile: ProfileChanges, key: KeyField): Promise<void> {
    setBusy(true);
    setError(undefined);
    setResult(undefined);
    try {
      const saved = await save.mutateAsync({
        profile: savedId === undefined ? profile : { ...profile, id: savedId },
      });
      const { id: profileId } = saved;
      setSavedId(profileId);
      await use.mutateAsync({ profileId });
      if (!key.isEmpty) {
        await setKey.mutateAsync(() => ({ profileId, key: key.read() }));
        key.clear();
        setKeyFor(saved);
      }
      setResult({ ...(await test.mutateAsync({ profileId })), profileId });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  /**
   * Whether the key that was handed over still holds: it is not sent when the profile leads to another host.
   */
  const hasKeyFor = (addresses: Addresses) => keyFor !== undefined && !sendsElsewhere(keyFor, addresses);

  return { busy, error, hasKeyFor, result, start };
}
