import { Textarea } from '@mantine/core';
import type { OperationDescription } from '#shared/operations/description.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './explorer.module.css';
import { type RawRead, rawPartOf } from './request-values.ts';

interface RawEditorProps {
  readonly operation: OperationDescription;
  readonly text: string;
  readonly read: RawRead;
  readonly onChange: (text: string) => void;
}

/** The request as JSON, with the place where it is none. */
export function RawEditor({ operation, text, read, onChange }: RawEditorProps) {
  const { t } = useI18n();
  const part = rawPartOf(operation);
  const error = read.ok
    ? undefined
    : read.line === null
      ? t('explorer.rawKind')
      : t('explorer.rawProblem', { line: read.line, column: read.column ?? 1 });
  return (
    <Textarea
      label={t(
        part === 'both' ? 'explorer.rawBoth' : part === 'params' ? 'explorer.rawParams' : 'explorer.rawBody',
      )}
      {...(error === undefined ? {} : { error })}
      classNames={{ input: classes.code ?? '' }}
      autosize
      minRows={6}
      maxRows={24}
      size="xs"
      spellCheck={false}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
