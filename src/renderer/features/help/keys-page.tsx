import { menuKeys, menuPages } from '#shared/keys/menu-keys.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { type KeyLine, keyGroups, keyOfMenu } from '../../lib/keys.ts';
import { useCall } from '../../lib/queries.ts';
import { KeyList } from '../../ui/key-list.tsx';
import { Section } from '../../ui/section.tsx';
import { HelpFrame } from './help-frame.tsx';

const menuLines: readonly KeyLine[] = [
  ...(Object.keys(menuKeys) as (keyof typeof menuKeys)[]).map((name): KeyLine => {
    return { what: `desktop.${name}`, keys: [keyOfMenu(menuKeys[name])] };
  }),
  { what: 'keys.menuPages', keys: [`Ctrl+1…${menuPages.length}`] },
];

/** Every key there is. */
export function KeysPage() {
  const { t } = useI18n();
  const { data: host } = useCall('host.info', {});
  return (
    <HelpFrame part="keys">
      {Object.values(keyGroups).map(({ title, lines }) => (
        <Section key={title} title={t(title)}>
          <KeyList lines={lines} />
        </Section>
      ))}
      {host?.kind === 'app' && (
        <Section title={t('keys.group.menus')}>
          <KeyList lines={menuLines} />
        </Section>
      )}
    </HelpFrame>
  );
}
