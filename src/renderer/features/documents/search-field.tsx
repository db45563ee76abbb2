import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './documents.module.css';

/** How long after the last keystroke the search begins, milliseconds. */
const quiet = 80;

/** The search; what is typed goes into the address once the person pauses. */
export function SearchField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (search: string) => void;
}) {
  const { t } = useI18n();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A view or "back" brings another search; what is being typed is not overwritten by its own echo.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={t('documents.search')}
      placeholder={t('documents.search')}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value;
        setText(typed);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          sent.current = typed;
          onChange(typed);
        }, quiet);
      }}
    />
  );
}
