import type { ReactNode } from 'react';
import type { Upload } from '#shared/uploads/upload.ts';
import { uploadsHref } from '../../lib/addresses/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useStatusWord } from '../../lib/i18n/use-status-word.ts';
import { href } from '../../lib/route.ts';
import { useProfiles } from '../../lib/use-profiles.ts';
import { tagWords } from '../../ui/tag-words.ts';
import classes from './uploads.module.css';

/** The facts of an upload; what is not known is not listed. */
export function UploadFacts({ upload }: { readonly upload: Upload }) {
  const { t, format } = useI18n();
  const statusWord = useStatusWord();
  const profiles = useProfiles();
  const contentId = upload.contentId ?? upload.remoteContentId;
  const mono = (text: string) => <span className={classes.mono}>{text}</span>;
  const time = (at: number | null) => (at === null ? undefined : format.exactTime(at));
  const facts: [label: string, value: ReactNode][] = [
    [t('uploads.path'), upload.path],
    [t('uploads.goesTo'), profiles.nameOf(upload.profileId)],
    [t('uploads.size'), format.size(upload.size)],
    [
      t('uploads.document'),
      contentId && (
        <a href={href(['documents', contentId])} className={classes.mono}>
          {contentId}
        </a>
      ),
    ],
    [t('uploads.sentBy'), upload.remoteContentId && upload.remoteMachine],
    [t('uploads.remoteStatus'), upload.remoteStatus && statusWord(upload.remoteStatus)],
    [
      t('uploads.original'),
      upload.duplicateOf !== null && (
        <a href={uploadsHref({ open: upload.duplicateOf })}>#{upload.duplicateOf}</a>
      ),
    ],
    [t('uploads.sharing'), t(upload.options.share ? 'uploads.shared' : 'uploads.onlyYou')],
    [t('tags.label'), upload.options.tags.map((tag) => tagWords(t, tag)).join(', ')],
    [t('uploads.when'), time(upload.createdAt)],
    [t('uploads.landed'), time(upload.landedAt)],
    [t('uploads.finished'), time(upload.finishedAt)],
    [t('uploads.attempts'), upload.attempts > 0 && format.number(upload.attempts)],
    [t('uploads.nextTry'), upload.notBefore > Date.now() && format.ago(upload.notBefore)],
    [t('uploads.hash'), upload.sha256 && mono(upload.sha256)],
    [t('uploads.requestId'), upload.requestId && mono(upload.requestId)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
