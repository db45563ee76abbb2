import { Textarea } from '@mantine/core';
import type { FieldProps } from '@rjsf/utils';
import { useState } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { Words } from '../words.tsx';
import classes from './form.module.css';
import { readWritten, writeValue } from './json-value.ts';

/** A field that takes anything: JSON, or a text as it is. Under it stands what it was read as. */
export function JsonField(props: FieldProps) {
  const { t } = useI18n();
  const { fieldPathId, formData, name, onChange, rawErrors, required, schema, title } = props;
  const [text, setText] = useState(() => (formData === '' ? '' : writeValue(formData)));
  // A field that was just added has an empty text and nothing written.
  const read = readWritten(text);
  // Somebody else changed the value, such as the raw JSON.
  const isOwn = JSON.stringify(read.value) === JSON.stringify(formData === '' ? undefined : formData);
  const shown = isOwn ? text : writeValue(formData);
  const { kind } = isOwn ? read : readWritten(shown);
  return (
    <Textarea
      id={fieldPathId.$id}
      label={<span translate="no">{title ?? schema.title ?? name}</span>}
      description={
        <>
          {schema.description !== undefined && <Words of={[schema.description]} />}{' '}
          {kind === 'empty' ? t('explorer.jsonHint') : t(`explorer.readAs.${kind}`)}
        </>
      }
      {...(rawErrors && rawErrors.length > 0 ? { error: <Words of={rawErrors} /> } : {})}
      withAsterisk={required === true}
      autosize
      minRows={1}
      maxRows={12}
      size="xs"
      spellCheck={false}
      classNames={{ input: classes.code ?? '' }}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange(readWritten(event.target.value).value, fieldPathId.path);
      }}
    />
  );
}
