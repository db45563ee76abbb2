import { Button } from '@mantine/core';
import { type MouseEvent, useEffect, useMemo } from 'react';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { documentsHref } from '../../lib/addresses/documents.ts';
import { type SearchAddress, searchHref, searchQuery } from '../../lib/addresses/search.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useRemark } from '../../lib/i18n/use-spoken.ts';
import { useCall } from '../../lib/queries.ts';
import { startReading } from '../../lib/reading-list.ts';
import { goTo } from '../../lib/route.ts';
import { Empty } from '../../ui/empty.tsx';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { FoundDocument } from './found-document.tsx';
import { SearchForm } from './search-form.tsx';
import { chunkHref, searchInput } from './search-input.ts';
import classes from './search.module.css';
import { useSearch } from './use-search.ts';

/**
 * Searches the text of everything the service made searchable for this profile. Each search is asked for by a
 * person.
 */
export function SearchPage() {
  const { t } = useI18n();
  const address = useQueryValues(searchQuery);
  const input = useMemo(() => searchInput(address), [address]);
  const { answer, ask, isReady } = useSearch(input);
  const isAsked = address.ask && address.text.trim() !== '';
  // Enter in the palette was the asking; the address that stays does not ask again when it is opened.
  useEffect(() => {
    if (!isAsked || !isReady) return;
    ask(input);
    goTo(searchHref({ ...address, ask: false }), { replace: true });
  }, [isAsked, isReady, ask, input, address]);
  function search(wanted: SearchAddress): void {
    ask(searchInput(wanted));
    goTo(searchHref(wanted));
  }
  const again = () => ask(input, { anew: true });
  return (
    <Page title={t('search.title')} aside={t('search.about')}>
      <SearchForm value={address} isBusy={answer.isFetching} onSearch={search} />
      <Notes />
      {answer.isFetching ? (
        <Loading>{t('search.searching')}</Loading>
      ) : answer.error !== null ? (
        <ExplainedFailure error={answer.error} onRetry={again} />
      ) : answer.data === undefined ? (
        <Empty title={t(address.text === '' ? 'search.start' : 'search.notAsked', { text: address.text })}>
          {t(address.text === '' ? 'search.startText' : 'search.notAskedText')}
        </Empty>
      ) : (
        <Found data={answer.data} at={answer.dataUpdatedAt} wanted={address.text} onAgain={again} />
      )}
    </Page>
  );
}

/** What a search costs, and what it cannot find. */
function Notes() {
  const { t } = useI18n();
  const hidden = useCall('documents.query', { filter: { noIndex: true }, limit: 1 }).data?.total ?? 0;
  return (
    <div className={classes.notes}>
      <p>{t('search.quota')}</p>
      {hidden > 0 && (
        <p>
          {t('search.noIndex', { count: hidden })}{' '}
          <a href={documentsHref({ flags: ['no_index'] })}>{t('search.showNoIndex')}</a>
        </p>
      )}
    </div>
  );
}

type Data = NonNullable<ReturnType<typeof useSearch>['answer']['data']>;

interface FoundProps {
  readonly data: Data;
  /** When it was asked. */
  readonly at: number;
  readonly wanted: string;
  readonly onAgain: () => void;
}

function Found({ data, at, wanted, onAgain }: FoundProps) {
  const { t, format } = useI18n();
  const remark = useRemark();
  const { documents, units, notes } = data;
  /** Passages are read in their order. */
  function onFollow({ target }: MouseEvent): void {
    const address = target instanceof Element ? target.closest('a')?.getAttribute('href') : undefined;
    const entries = documents.flatMap(({ contentId, headline, chunks }) =>
      chunks.map((chunk) => ({ contentId, name: headline, address: chunkHref(contentId, chunk) })),
    );
    const at = entries.findIndex((entry) => entry.address === address);
    const entry = entries[at];
    if (entry) startReading({ source: { kind: 'known', entries }, grid: null }, at, entry.contentId);
  }
  const passages = documents.reduce((sum, { chunks }) => sum + chunks.length, 0);
  return (
    <>
      <div className={classes.summary}>
        <p role="status">
          <strong>
            {documents.length === 0
              ? t('search.none')
              : t('search.found', {
                  count: documents.length,
                  passages: t('search.passages', { count: passages }),
                })}
          </strong>
        </p>
        <p className="quiet">
          {t('search.asked', { when: format.time(at) })}
          {units !== null && ` · ${t('search.units', { count: units })}`}
        </p>
        <Button variant="default" onClick={onAgain}>
          {t('search.again')}
        </Button>
      </div>
      {notes.map((note) => (
        <p key={JSON.stringify(note)} className={classes.note}>
          {remark(note)}
        </p>
      ))}
      {documents.length === 0 ? (
        <Empty title={t('search.nothing', { text: wanted })}>{t('search.nothingText')}</Empty>
      ) : (
        <ol className={classes.documents} onClickCapture={onFollow}>
          {documents.map((found) => (
            <FoundDocument key={found.contentId} found={found} wanted={wanted} />
          ))}
        </ol>
      )}
    </>
  );
}
