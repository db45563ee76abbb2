import { Button } from '@mantine/core';
import type { DocumentRow } from '#shared/bridge/documents.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useStatusWord } from '../../lib/i18n/use-status-word.ts';
import { useAction, useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { DocumentStatus } from './document-status.tsx';
import classes from './documents.module.css';
import { useSourceNames } from './use-source-names.ts';

interface DocumentFactsProps {
  readonly document: DocumentRow;
  readonly upload: Upload | null;
}

interface Fact {
  readonly label: string;
  readonly value: string | null | undefined;
  readonly isCode?: boolean;
}

/** The facts of a document; what is not known is not listed. */
export function DocumentFacts({ document, upload }: DocumentFactsProps) {
  const { t, format } = useI18n();
  const statusWord = useStatusWord();
  const sources = useSourceNames();
  const time = (at: number | null) => (at === null ? null : format.exactTime(at));
  const flags = [
    ...(document.noStore ? [t('documents.flagNoStore')] : []),
    ...(document.noIndex || document.noStore ? [t('documents.flagNoIndex')] : []),
  ];
  const facts: readonly Fact[] = [
    { label: t('column.size'), value: document.size === null ? null : format.size(document.size) },
    { label: t('column.flags'), value: flags.join(', ') },
    { label: t('column.uploaded'), value: time(document.uploadedAt) },
    { label: t('column.published'), value: time(document.publishedAt) },
    { label: t('column.completed'), value: time(document.completedAt) },
    { label: t('document.expires'), value: time(document.expiresAt) },
    {
      label: t('document.checked'),
      value: document.checkedAt === null ? null : format.ago(document.checkedAt),
    },
    { label: t('column.error'), value: document.remoteError },
    { label: t('column.contentId'), value: document.contentId, isCode: true },
    { label: t('uploads.hash'), value: upload?.sha256, isCode: true },
  ];
  return (
    <dl className={classes.facts}>
      <dt>{t('document.file')}</dt>
      <dd>
        {upload ? <LocalFile upload={upload} /> : <span className="quiet">{t('document.noFile')}</span>}
      </dd>
      <dt>{t('document.status')}</dt>
      <dd>
        <DocumentStatus document={document} />{' '}
        {document.remoteStatus !== null && (
          <span className="quiet">
            {t('documents.remoteWord', { status: statusWord(document.remoteStatus) })}
          </span>
        )}
      </dd>
      <dt>{t('column.source')}</dt>
      <dd>
        <Source document={document} name={sources.of(document)} />
      </dd>
      {facts.map(({ label, value, isCode }) =>
        value ? (
          <div key={label} className={classes.pair}>
            <dt>{label}</dt>
            <dd className={isCode ? classes.mono : undefined}>{value}</dd>
          </div>
        ) : null,
      )}
      {upload && (
        <>
          <dt>{t('document.upload')}</dt>
          <dd>
            <a href={uploadsHref({ open: upload.id })}>#{upload.id}</a>
          </dd>
        </>
      )}
    </dl>
  );
}

function LocalFile({ upload }: { readonly upload: Upload }) {
  const { t } = useI18n();
  const { data: host } = useCall('host.info', {});
  const show = useAction('host.showInFolder');
  return (
    <>
      {upload.path}{' '}
      {host?.canShowInFolder && (
        <Button variant="default" size="compact-xs" onClick={() => show.mutate({ uploadId: upload.id })}>
          {t('document.showFile')}
        </Button>
      )}
    </>
  );
}

function Source({ document, name }: { readonly document: DocumentRow; readonly name: string }) {
  const { folderId, connectorId } = document;
  if (folderId !== null) return <a href={href(['folders', folderId])}>{name}</a>;
  if (connectorId !== null) return <a href={href(['connectors', connectorId])}>{name}</a>;
  return name;
}
