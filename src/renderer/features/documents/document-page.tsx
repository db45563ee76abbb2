import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import type { UploadEvent } from '#shared/bridge/uploads.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { annotatedHref } from '../../lib/addresses/annotated.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';
import { cameFrom, href, returnTo } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { ButtonMenu } from '../../ui/button-menu.tsx';
import { Empty } from '../../ui/empty.tsx';
import { notify } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { useSaveFile } from '../../ui/use-save-file.ts';
import { ReadingBar } from '../reading/reading-bar.tsx';
import { Timeline } from '../uploads/timeline.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { OtherHolders } from './other-holders.tsx';
import { DocumentFacts } from './document-facts.tsx';
import { DocumentSharing } from './document-sharing.tsx';
import { DocumentStatus, RemainingLife } from './document-status.tsx';
import { DocumentTags } from './document-tags.tsx';
import { DocumentWhy } from './document-why.tsx';
import classes from './documents.module.css';
import { RawMetadata } from './raw-metadata.tsx';

type Detail = PageCallOutput<'documents.detail'>;
type Known = Detail & { readonly document: NonNullable<Detail['document']> };

/** Everything about one document: where it stands, why, what can be done, and what happened when. */
export function DocumentPage({ contentId }: { readonly contentId: string }) {
  const { t } = useI18n();
  const isId = /^[A-F0-9]{32}$/.test(contentId);
  const detail = useCall('documents.detail', { contentId }, { enabled: isId });
  // Asking the service also brings what Sluice knows into step; a document it never heard of is found so.
  const record = useCall('documents.show', { contentId }, { enabled: isId });
  const document = detail.data?.document;
  const isUnknown = !isId || (detail.data?.document === null && !record.isPending && !detail.isFetching);
  if (isUnknown) {
    return (
      <Page title={t('documents.title')}>
        <Empty
          title={t('document.unknown')}
          action={
            <Button component="a" variant="default" href={href(['documents'])}>
              {t('document.toList')}
            </Button>
          }
        >
          {t('document.unknownText')}
        </Empty>
      </Page>
    );
  }
  return (
    <Page
      title={document?.fileName ?? t('documents.title')}
      aside={
        document && (
          <>
            <DocumentStatus document={document} />
            <RemainingLife document={document} />
          </>
        )
      }
      actions={
        <>
          <ReadingBar contentId={contentId} isText={false} isThere />
          {document && <DocumentButtons document={document} />}
        </>
      }
    >
      <Answer query={detail} waiting={t('document.loading')}>
        {(known) => known.document && <Known known={known as Known} record={record} />}
      </Answer>
    </Page>
  );
}

interface KnownProps {
  readonly known: Known;
  readonly record: Parameters<typeof RawMetadata>[0]['record'];
}

function Known({ known: { document, upload, events }, record }: KnownProps) {
  const { t } = useI18n();
  return (
    <div className={classes.two}>
      <div className={classes.column}>
        <DocumentWhy document={document} upload={upload} />
        <Section title={t('document.facts')}>
          <DocumentFacts document={document} upload={upload} />
        </Section>
        <Section title={t('document.metadata')} hint={t('document.metadataHint')} flush>
          <RawMetadata record={record} />
        </Section>
      </div>
      <div className={classes.column}>
        <Section title={t('document.tags')}>
          <DocumentTags document={document} />
        </Section>
        <Section title={t('document.sharing')}>
          <DocumentSharing document={document} />
        </Section>
        <Section title={t('document.timeline')}>
          {upload ? (
            <Timeline
              events={fromTheStart(upload, events)}
              isIndexed={!document.noIndex && !document.noStore}
            />
          ) : (
            <p className="quiet">{t('document.noTimeline')}</p>
          )}
        </Section>
      </div>
    </div>
  );
}

/**
 * A file that was added by hand was neither seen nor did it settle: its timeline begins when it was queued.
 */
function fromTheStart(upload: Upload, events: readonly UploadEvent[]): readonly UploadEvent[] {
  if (events.some(({ kind }) => kind === 'settled')) return events;
  return [{ at: upload.createdAt, kind: 'queued', detail: null }, ...events];
}

function DocumentButtons({ document }: { readonly document: Known['document'] }) {
  const { t } = useI18n();
  const [deleting, setDeleting] = useState(false);
  const { isPending, save } = useSaveFile();
  const remove = useAction('documents.delete');
  const { contentId, status } = document;
  return (
    <>
      {status === 'completed' && (
        <>
          <Button component="a" href={annotatedHref(contentId)}>
            {t('document.annotated')}
          </Button>
          <ButtonMenu
            label={t('document.download')}
            loading={isPending}
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            <Menu.Item onClick={() => save({ what: 'original', contentId })}>
              {t('document.original')}
            </Menu.Item>
            <Menu.Item onClick={() => save({ what: 'annotated', contentId })}>
              {t('document.saveAnnotated')}
            </Menu.Item>
          </ButtonMenu>
        </>
      )}
      {status !== 'removing' && (
        <Button variant="default" loading={remove.isPending} onClick={() => setDeleting(true)}>
          {t('document.delete')}
        </Button>
      )}
      {deleting && (
        <DeleteDialog
          count={1}
          onClose={() => setDeleting(false)}
          onDelete={() =>
            remove.mutate(
              { contentId },
              {
                onSuccess: () => {
                  notify(t('document.deleted'));
                  const list = href(['documents']);
                  returnTo(cameFrom().startsWith(`${list}?`) ? cameFrom() : list);
                },
              },
            )
          }
        >
          <OtherHolders contentId={contentId} />
        </DeleteDialog>
      )}
    </>
  );
}
