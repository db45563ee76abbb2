import type { ProfileId } from '#shared/ids/ids.ts';
import type { SettingsPort } from '#core/ports/settings.ts';
import type { StoredSettings } from '#shared/settings/settings.ts';

/**
 * The same settings with another profile in force, for this process only: what is written keeps the one of
 * the file.
 *
 * @param isPinned also if the profile is the active one already: another process may switch later
 */
export function withActiveProfile(
  port: SettingsPort,
  profileId: ProfileId | null,
  isPinned = false,
): SettingsPort {
  if (profileId === null || (!isPinned && port.get().activeProfileId === profileId)) return port;
  const shown = <S extends StoredSettings>(settings: S): S => ({ ...settings, activeProfileId: profileId });
  return {
    get: () => shown(port.get()),
    stored: () => shown(port.stored()),
    latest: () => shown(port.latest?.() ?? port.get()),
    onChange: (listener) => port.onChange((settings) => listener(shown(settings))),
    policy: port.policy,
    get setAside() {
      return port.setAside;
    },
    async update(change) {
      const written = await port.update((current) => {
        const next = change(shown(current));
        const untouched = next.activeProfileId === profileId;
        return untouched ? { ...next, activeProfileId: current.activeProfileId } : next;
      });
      return shown(written);
    },
  };
}
