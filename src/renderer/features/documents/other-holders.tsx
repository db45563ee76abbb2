import { Text } from '@mantine/core';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { useHasTeam } from '../../lib/use-has-team.ts';

/** Which other machines of the team have the file of a document that is about to go. */
export function OtherHolders({ contentId }: { readonly contentId: string }) {
  const { t } = useI18n();
  const hasTeam = useHasTeam();
  const { data } = useCall('documents.holders', { contentId }, { enabled: hasTeam });
  if (!data) return null;
  const list = data.others.map(({ name }) => name).join(', ');
  if (data.isKnown && list === '') return null;
  return (
    <Text size="sm" role="status">
      {data.isKnown ? t('document.alsoOn', { list }) : t('document.alsoUnknown')}
    </Text>
  );
}
