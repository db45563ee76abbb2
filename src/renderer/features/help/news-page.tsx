import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { documentationHref } from '../../lib/addresses/help.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useNews } from '../../lib/use-news.ts';
import { Answer } from '../../ui/answer.tsx';
import { Section } from '../../ui/section.tsx';
import { EnglishOnly } from './english-only.tsx';
import { HelpFrame } from './help-frame.tsx';
import { Markdown } from './markdown.tsx';
import { isShipped, readPage, versionsOf } from './read-pages.ts';

/** What changed, from the changes that ship with this version. To have opened it is to have seen it. */
export function NewsPage() {
  const { t } = useI18n();
  const changes = useQuery({
    queryKey: ['documentation', 'CHANGELOG'],
    queryFn: async () => versionsOf((await readPage('CHANGELOG')) ?? ''),
    staleTime: 'static',
  });
  const { isNew, onSeen } = useNews();
  useEffect(() => {
    if (isNew) onSeen();
  }, [isNew, onSeen]);
  return (
    <HelpFrame part="news">
      <EnglishOnly />
      <Answer query={changes} waiting={t('common.loading')}>
        {(versions) =>
          versions.map(({ title, text }) => (
            <Section key={title} title={title}>
              <Markdown isPart text={text} linkOf={linkOf} />
            </Section>
          ))
        }
      </Answer>
    </HelpFrame>
  );
}

/** A page of `docs`, as CHANGELOG.md links to it. */
function linkOf(url: string): string | null {
  const [, name, at = ''] = /^docs\/([\w-]+)\.md(?:#(.*))?$/.exec(url) ?? [];
  return name !== undefined && isShipped(name) ? documentationHref(name, at) : null;
}
