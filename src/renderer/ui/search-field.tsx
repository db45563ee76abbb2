import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './filter-bar.module.css';

interface SearchFieldProps {
  readonly label: string;
  /** Below the label, which is in sight then; else the label stands in the empty field. */
  readonly description?: ReactNode;
  readonly value: string;
  /** Once the person pauses. */
  readonly onChange: (text: string) => void;
  /** Milliseconds that are a pause; longer where a service is asked. */
  readonly pause?: number;
}

/** The search of a filter bar; what is typed goes on once the person pauses. */
export function SearchField({ label, description, value, onChange, pause = 120 }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((typed: string) => {
    sent.current = typed;
    onChange(typed);
  }, pause);
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
      {...(description === undefined ? { 'aria-label': label, placeholder: label } : { label, description })}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        send(currentTarget.value);
      }}
    />
  );
}
