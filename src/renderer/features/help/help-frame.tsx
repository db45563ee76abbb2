import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import { helpHref, type HelpPart } from '../../lib/addresses/help.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Page } from '../../ui/page.tsx';
import { Parts } from '../../ui/parts.tsx';

const parts: readonly (readonly [part: HelpPart | undefined, title: SentenceKey])[] = [
  [undefined, 'help.title'],
  ['keys', 'help.keys'],
  ['messages', 'help.messages'],
  ['news', 'help.news'],
  ['docs', 'help.docs'],
  ['licences', 'help.licences'],
];

interface HelpFrameProps {
  /** The part that this is; undefined for the first. */
  readonly part?: HelpPart;
  readonly children: ReactNode;
}

/** A page of Help beside the list of them all. Before there is a profile it leads back to the set-up. */
export function HelpFrame({ part, children }: HelpFrameProps) {
  const { t } = useI18n();
  const { data } = useCall('settings.get', {});
  const isNew = data?.settings.profiles.length === 0;
  const title = parts.find(([name]) => name === part)?.[1] ?? 'help.title';
  const back = (
    <Button component="a" href={href(['welcome'])} variant="default">
      {t('help.setUp')}
    </Button>
  );
  return (
    <Page title={t(title)} actions={isNew ? back : undefined}>
      <Parts
        label={t('help.parts')}
        parts={parts.map(([name, words]) => ({
          title: t(words),
          href: helpHref(name),
          current: name === part ? 'page' : undefined,
        }))}
      >
        {children}
      </Parts>
    </Page>
  );
}
