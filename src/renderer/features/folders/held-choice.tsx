import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';

/** Files offered one by one; where there are more, it is all or none. */
const offered = 500;

/** First-run mode "I choose": which of the files that were there before are uploaded. */
export function HeldChoice({ folder, count }: { readonly folder: WatchFolder; readonly count: number }) {
  const { t } = useI18n();
  const [chosen, setChosen] = useState<string[]>([]);
  const files = useCall('folders.files', {
    folderId: folder.id,
    place: 'attention',
    reason: 'CHOICE_PENDING',
    limit: offered,
  });
  const choose = useAction('folders.choose');
  const held = count <= offered ? (files.data?.rows ?? []) : [];
  const decide = (paths: string[] | 'all' | 'none') =>
    choose.mutate(
      { folderId: folder.id, paths },
      { onSuccess: (answer) => notify(t('folder.chosen', answer)) },
    );
  return (
    <Section
      title={t('folder.chooseTitle', { count })}
      hint={t('folder.chooseText')}
      actions={
        <>
          {chosen.length > 0 && (
            <Button loading={choose.isPending} onClick={() => decide(chosen)}>
              {t('folder.chooseSome', { count: chosen.length })}
            </Button>
          )}
          <Button variant="default" loading={choose.isPending} onClick={() => decide('all')}>
            {t('folder.chooseAll')}
          </Button>
          <Button variant="default" loading={choose.isPending} onClick={() => decide('none')}>
            {t('folder.chooseNone')}
          </Button>
        </>
      }
    >
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label={t('folder.chooseTitle', { count })}>
        {held.map(({ path }) => (
          <Checkbox key={path} value={path} label={path} mb={10} />
        ))}
      </Checkbox.Group>
    </Section>
  );
}
