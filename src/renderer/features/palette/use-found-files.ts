import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { everyProfile } from '../../lib/every-profile.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';

/** How long after the last keystroke files are looked for, milliseconds. */
const quiet = 150;
/** Files of each kind that are listed; the lists have all. */
const most = 5;

/** Documents by their name and uploads by their path, as they are typed. */
export function useFoundFiles(wanted: string): SpotlightActionGroupData[] {
  const { t } = useI18n();
  const [search] = useDebouncedValue(wanted, quiet);
  const options = { enabled: search !== '', keepPrevious: true };
  const documents = useCall('documents.query', { filter: { search }, limit: most }, options);
  const uploads = useCall('uploads.list', { filter: { ...everyProfile, search }, limit: most }, options);
  if (wanted === '' || search === '') return [];
  const found = [
    {
      group: t('palette.foundDocuments'),
      actions: (documents.data?.rows ?? []).map(({ contentId, fileName }) => ({
        id: `document ${contentId}`,
        label: fileName,
        // What was found by the host is not left out again by the palette's own filter.
        keywords: wanted,
        onClick: () => goTo(href(['documents', contentId])),
      })),
    },
    {
      group: t('palette.foundUploads'),
      actions: (uploads.data?.rows ?? []).map(({ id, fileName, path }) => ({
        id: `upload ${id}`,
        label: fileName,
        description: path,
        keywords: wanted,
        onClick: () => goTo(uploadsHref({ open: id })),
      })),
    },
  ];
  return found.filter(({ actions }) => actions.length > 0);
}
