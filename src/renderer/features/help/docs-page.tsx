import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { documentationHref, documentationQuery } from '../../lib/addresses/help.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { HelpFrame } from './help-frame.tsx';
import { EnglishOnly } from './english-only.tsx';
import { headingId, Markdown } from './markdown.tsx';
import { isShipped, readPage } from './read-pages.ts';

/** The page that lists all others. */
const index = 'README';

/** A page of the documentation, as it came with this version; without a name the list of all. */
export function DocsPage({ name = index }: { readonly name?: string }) {
  const { t } = useI18n();
  const { at } = useQueryValues(documentationQuery);
  const page = useQuery({
    queryKey: ['documentation', name],
    queryFn: () => readPage(name),
    staleTime: 'static',
  });
  const isThere = page.data !== undefined;
  useEffect(() => {
    const heading = isThere && at !== '' ? document.getElementById(headingId(at)) : null;
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [isThere, at]);
  return (
    <HelpFrame part="docs">
      {name !== index && <a href={documentationHref('')}>{t('help.allDocs')}</a>}
      <EnglishOnly />
      <Answer query={page} waiting={t('common.loading')}>
        {(text) =>
          text === null ? (
            <Empty title={t('help.noPage')}>{t('help.noPageText')}</Empty>
          ) : (
            <Markdown text={text} linkOf={(url) => linkFrom(name, url)} />
          )
        }
      </Answer>
    </HelpFrame>
  );
}

/** Only pages that ship can be gone to; what else the documentation names lies in the project. */
function linkFrom(name: string, url: string): string | null {
  const [, path = '', at = ''] = /^([^#]*)#?(.*)$/.exec(url) ?? [];
  if (path === '') return documentationHref(name === index ? '' : name, at);
  const [, other] = /^(?:\.\/)?([\w-]+)\.md$/.exec(path) ?? [];
  if (other === undefined || !isShipped(other)) return null;
  return documentationHref(other === index ? '' : other, at);
}
