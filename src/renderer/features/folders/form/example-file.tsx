import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PageCallOutput } from '#shared/bridge/contract.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { PathText } from '../../../ui/path-text.tsx';
import { tagWords } from '../../../ui/tag-words.ts';
import { Section } from '../../../ui/section.tsx';
import classes from '../folders.module.css';

interface ExampleFileProps {
  readonly folder: WatchFolder;
  readonly rows: PageCallOutput<'folders.preview'>['rows'];
}

/**
 * One real file of the folder, shown through its rules: which tags, who sees it, which date, what comes
 * after.
 */
export function ExampleFile({ folder, rows }: ExampleFileProps) {
  const { t } = useI18n();
  const [turn, setTurn] = useState(0);
  const taken = rows.filter(({ outcome }) => outcome === 'upload');
  const example = taken[turn % Math.max(1, taken.length)];
  if (!example) {
    return (
      <Section title={t('form.example')}>
        <p className={classes.hint}>{t('form.exampleNone')}</p>
      </Section>
    );
  }
  const dates = folder.publishedFrom.map((source) => t(`form.published.${source}`));
  const facts: [label: string, value: string][] = [
    [t('form.exampleTags'), example.tags.map((tag) => tagWords(t, tag)).join(', ') || t('common.none')],
    [t('form.exampleSharing'), t(folder.share ? 'uploads.shared' : 'uploads.onlyYou')],
    [t('form.exampleDate'), dates.join(', ') || t('form.dateService')],
    [t('form.exampleAfter'), t(`form.afterUpload.${folder.afterUpload}`)],
  ];
  return (
    <Section
      title={t('form.example')}
      actions={
        taken.length > 1 && (
          <Button variant="default" size="compact-xs" onClick={() => setTurn(turn + 1)}>
            {t('form.exampleNext')}
          </Button>
        )
      }
    >
      <PathText path={example.path} />
      <dl className={classes.example}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
