import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { linkRoute } from '#shared/cite/passage-link.ts';
import { documentsHref } from '../../lib/addresses/documents.ts';
import { searchHref } from '../../lib/addresses/search.ts';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { goTo } from '../../lib/route.ts';
import { useCommands } from './use-commands.ts';
import { useFirstSelected } from './use-first-selected.ts';
import { useFoundFiles } from './use-found-files.ts';

/** Every action by keyboard: mod+K, a few letters, Enter. */
export function Palette() {
  const { t } = useI18n();
  const [query, setQuery] = useState('');
  const groups: SpotlightActionGroupData[] = useCommands();
  const wanted = query.trim();
  const files = useFoundFiles(wanted);
  useFirstSelected(files.flatMap(({ actions }) => actions.map(({ id }) => id)));
  const route = linkRoute(wanted);
  const link: SpotlightActionGroupData[] =
    route === null
      ? []
      : [
          {
            group: t('palette.link'),
            actions: [
              { id: 'link', label: t('palette.openLink'), keywords: wanted, onClick: () => goTo(route) },
            ],
          },
        ];
  const search: SpotlightActionGroupData[] =
    wanted === '' || route !== null
      ? []
      : [
          {
            group: t('nav.uploads'),
            actions: [
              {
                id: 'search-uploads',
                label: t('palette.searchUploads', { query: wanted }),
                keywords: wanted,
                onClick: () => goTo(uploadsHref({ search: wanted })),
              },
            ],
          },
          {
            group: t('nav.documents'),
            actions: [
              {
                id: 'search-documents',
                label: t('palette.searchDocuments', { query: wanted }),
                keywords: wanted,
                onClick: () => goTo(documentsHref({ search: wanted })),
              },
              {
                id: 'search-files',
                label: t('palette.searchFiles', { query: wanted }),
                keywords: wanted,
                onClick: () => goTo(searchHref({ text: wanted, ask: true })),
              },
            ],
          },
        ];
  return (
    <Spotlight
      actions={[...link, ...groups, ...files, ...search]}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={() => setQuery('')}
      shortcut={['mod + K']}
      // Also from a field that is typed into: nothing else is meant by it there.
      tagsToIgnore={[]}
      triggerOnContentEditable
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      // It has no title that could name it.
      attributes={{ content: { 'aria-label': t('nav.search') } }}
      maxHeight={380}
      lockScroll={false}
      searchProps={{
        leftSection: <IconSearch size={16} aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('nav.search'),
      }}
    />
  );
}
