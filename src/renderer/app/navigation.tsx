import { Button, Kbd } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import {
  IconAffiliate,
  IconFiles,
  IconFileSearch,
  IconFolders,
  IconHelp,
  IconHighlight,
  IconHome,
  IconListDetails,
  IconPlugConnected,
  IconSearch,
  IconSettings,
  IconTags,
  IconTelescope,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useCall } from '../lib/queries.ts';
import { goTo, href, usePath } from '../lib/route.ts';
import { useHasTeam } from '../lib/use-has-team.ts';
import { AgentState } from './agent-state.tsx';
import { Brand } from '../ui/brand.tsx';
import { News } from './news.tsx';
import classes from './navigation.module.css';

/** What an analyst reads comes before how it is brought in, and both before what serves the whole. */
const groups = [
  [
    { name: 'home', icon: IconHome },
    { name: 'documents', icon: IconFiles },
    { name: 'search', icon: IconFileSearch },
    { name: 'across', icon: IconAffiliate },
    { name: 'notes', icon: IconHighlight },
  ],
  [
    { name: 'folders', icon: IconFolders },
    { name: 'uploads', icon: IconListDetails },
    { name: 'connectors', icon: IconPlugConnected },
    { name: 'tags', icon: IconTags },
    { name: 'team', icon: IconUsersGroup },
  ],
  [
    { name: 'explorer', icon: IconTelescope },
    { name: 'settings', icon: IconSettings },
    { name: 'help', icon: IconHelp },
  ],
] as const;
/** Those that have a number; ten there are. Help has F1, and not everybody has a team. */
const pages = groups.flat().filter(({ name }) => !['notes', 'help', 'team'].includes(name));

function titleOf(name: (typeof groups)[number][number]['name']) {
  if (name === 'notes') return 'notes.title';
  if (name === 'help') return 'help.title';
  return name === 'search' ? 'nav.search-files' : (`nav.${name}` as const);
}

/** Where one can go, and how the agent is doing. Alt and the number of a page go there by keyboard. */
export function Navigation() {
  const { t, format } = useI18n();
  const path = usePath();
  const { data: status } = useCall('agent.status', {});
  const hasTeam = useHasTeam();
  const macos = useOs() === 'macos';
  // The tenth has the key that stands there.
  useHotkeys(pages.map(({ name }, index) => [`alt+${(index + 1) % 10}`, () => goTo(href([name]))]));
  const [current = 'home'] = path;
  const attention = status?.health.attention.total ?? 0;
  return (
    <nav className={classes.navigation} aria-label={t('nav.label')}>
      <Brand />
      <Button
        variant="default"
        classNames={{
          root: classes.search,
          inner: classes.searchInner,
          label: `${classes.searchLabel} words-when-wide`,
          section: classes.searchSection,
        }}
        fullWidth
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={<Kbd size="xs">{macos ? '⌘K' : 'Ctrl K'}</Kbd>}
        onClick={spotlight.open}
      >
        {t('nav.search')}
      </Button>
      <div className={classes.groups}>
        {groups.map((group) => (
          <ul key={group[0].name} className={classes.pages}>
            {group
              .filter(({ name }) => name !== 'team' || hasTeam)
              .map(({ name, icon: Icon }) => (
                <li key={name}>
                  <a
                    className={classes.page}
                    href={href([name])}
                    title={t(titleOf(name))}
                    aria-current={current === name ? 'page' : undefined}
                  >
                    <Icon size={17} stroke={1.6} aria-hidden />
                    <span className="words-when-wide">{t(titleOf(name))}</span>
                    {name === 'home' && attention > 0 && (
                      <span className={classes.count} title={t('state.attention')}>
                        {format.number(attention)}
                      </span>
                    )}
                  </a>
                </li>
              ))}
          </ul>
        ))}
      </div>
      <News />
      <AgentState />
    </nav>
  );
}
