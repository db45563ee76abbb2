import { Button, FileButton, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import classes from './explorer.module.css';
import type { QueriesRead } from './read-queries.ts';

interface BatchEditorProps {
  readonly text: string;
  readonly read: QueriesRead;
  readonly onChange: (text: string) => void;
}

/** More text than a page can edit; bytes. */
const largestFile = 5_000_000;

/** The queries of a batch, one a line, written here or taken from a `.jsonl` file. */
export function BatchEditor({ text, read, onChange }: BatchEditorProps) {
  const { t } = useI18n();
  const take = (file: File | null) => {
    if (file === null) return;
    if (file.size > largestFile) notifyFailure(new Error(t('explorer.batchTooLarge')));
    else file.text().then(onChange, notifyFailure);
  };
  return (
    <div className={classes.batch}>
      <Textarea
        label={t('explorer.batch')}
        description={
          read.ok && read.queries.length > 0
            ? t('explorer.batchCount', { count: read.queries.length })
            : t('explorer.batchHint')
        }
        {...(read.ok ? {} : { error: t('explorer.batchProblem', { line: read.line }) })}
        classNames={{ input: classes.code ?? '' }}
        placeholder={'{"query": {"text": "guidance"}}\n{"query": {"text": "margins"}}'}
        autosize
        minRows={4}
        maxRows={16}
        size="xs"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <FileButton accept=".jsonl,.ndjson,application/jsonl" onChange={take}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileImport size={14} aria-hidden />}>
            {t('explorer.batchFile')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
